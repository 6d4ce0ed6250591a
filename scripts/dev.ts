import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

// The server restarts when its code changes; the pages update in place. Both stop together.
const root = join(import.meta.dirname, '..')
const children: ChildProcess[] = [
  run([join(root, 'node_modules/vite/bin/vite.js')], 'web'),
  run(['--watch', '--watch-path=server/src', '--watch-path=contract/src', 'server/src/main/start.ts'], '.'),
]
console.log('Pages with live reload: http://localhost:5173   (server: http://localhost:3000)')
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => endAll(signal))
for (const child of children) child.on('exit', () => endAll('SIGTERM'))

function run(args: string[], folder: string): ChildProcess {
  return spawn(process.execPath, args, { cwd: join(root, folder), stdio: 'inherit' })
}

function endAll(signal: NodeJS.Signals): void {
  for (const child of children) if (child.exitCode === null) child.kill(signal)
}
