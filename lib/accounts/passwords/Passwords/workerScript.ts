/** The script of the worker thread. It is a .ts file in the sources and a .js file in the package. */
export const workerScript = new URL(
  import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js",
  import.meta.url
)
