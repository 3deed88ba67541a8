// The entry of the single-file executable: the service, or with arguments the command line.
if (process.argv.length > 2) await import("./cli.ts")
else await import("./main.ts")
