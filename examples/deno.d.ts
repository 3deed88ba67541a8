/** The part of Deno's API that the example uses. Deno provides the complete types. */
declare namespace Deno {
  const env: { get(name: string): string | undefined }
  function addSignalListener(signal: string, listener: () => void): void
  function exit(code?: number): never
  function serve(
    options: { port: number; onListen: (address: { port: number }) => void },
    handler: (request: Request, info: { remoteAddr: { hostname: string } }) => Promise<Response>
  ): { shutdown(): Promise<void> }
}
