// Loaded into each node of the deployment with `--import`: a soak then measures the heap without its garbage.

process.on('SIGUSR2', () => globalThis.gc?.())
