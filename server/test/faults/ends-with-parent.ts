// Loaded before a program: it ends when the process that started it is gone, however that ended.
process.stdin.resume()
process.stdin.once('end', () => process.exit(0))
process.stdin.once('error', () => process.exit(0))
