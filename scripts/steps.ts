import { explainFailure } from './words.ts'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'

export interface Outcome {
  passed: number
  failed: number
  /** What a person must read to fix it; empty when all passed. */
  details: string
}

export interface Step {
  name: string
  run(): Promise<Outcome>
}

/** Runs the steps in order, at most `width` at once, and prints each with its time; returns the totals. */
export async function runSteps(steps: Step[], width: number): Promise<{ passed: number; failed: number }> {
  const waiting = [...steps]
  const sum = { passed: 0, failed: 0 }
  const worker = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const startedAt = performance.now()
      const { passed, failed, details } = await step.run().catch(crashed)
      sum.passed += passed
      sum.failed += failed
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)
      const count = passed + failed > 1 ? `  ${passed} passed${failed ? `, ${failed} failed` : ''}` : ''
      console.log(`${failed ? 'FAILED' : 'ok    '} ${seconds} s  ${step.name}${count}`)
      if (failed && details) console.log(indent(details))
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return sum
}

/** Builds a step that passes when the check finds no problem. */
export function check(name: string, find: () => string[] | Promise<string[]>): Step {
  return {
    name,
    run: async () => {
      const problems = await find()
      return { passed: problems.length ? 0 : 1, failed: problems.length ? 1 : 0, details: problems.join('\n') }
    },
  }
}

/**
 * Builds a step that passes when the command exits with 0; its output is shown only on failure. The command gives way to
 * tests that run at the same time.
 */
export function command(
  name: string,
  program: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; shorten?: (output: string) => string } = {},
): Step {
  return check(name, async () => {
    const { cwd, env } = options
    const { code, output } = await runCommand(program, args, { cwd, env, isInBackground: true })
    if (code === 0) return []
    return [(options.shorten?.(output) ?? output).trim() || `${program} ended with ${code}`]
  })
}

/**
 * Runs a command to its end; returns its exit code and its output without colors. When this process ends before it, by
 * whatever signal, the command and everything it started end too.
 */
export function runCommand(
  program: string,
  args: string[],
  options: { cwd?: string | undefined; env?: NodeJS.ProcessEnv | undefined; isInBackground?: boolean } = {},
): Promise<{ code: number; output: string }> {
  const { cwd, env, isInBackground = false } = options
  return new Promise((settle) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'process-group.ts'), program, ...args], {
      cwd,
      detached: true,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    if (isInBackground && child.pid !== undefined) giveWay(child.pid)
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', (error) => settle({ code: 127, output: error.message }))
    child.on('close', (code) => settle({ code: code ?? 1, output }))
  })
}

function crashed(error: unknown): Outcome {
  return { passed: 0, failed: 1, details: explainFailure(error) }
}

function indent(text: string): string {
  const lines = text.split('\n')
  const indented = lines.slice(0, 80).map((line) => `         ${line}`)
  if (lines.length > 80) indented.push(`         ... and ${lines.length - 80} lines more`)
  return indented.join('\n')
}

/** Lets a process, and what it starts, run when others do not need the processor. */
function giveWay(pid: number): void {
  setPriority(pid, constants.priority.PRIORITY_LOW)
  try {
    // Linux divides time between sessions first, and a priority counts within its session only.
    writeFileSync(`/proc/${pid}/autogroup`, String(constants.priority.PRIORITY_LOW))
  } catch {
    // This system has no such groups.
  }
}
