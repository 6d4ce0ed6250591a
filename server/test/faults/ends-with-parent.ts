// Preloaded into a program: ends it when its parent process is gone, for whatever reason.
process.stdin.resume()
process.stdin.once('end', () => process.exit(0))
process.stdin.once('error', () => process.exit(0))
