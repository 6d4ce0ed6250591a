import { readdirSync, readFileSync } from 'node:fs'

/** Processor ticks per second; 100 on every known Linux. */
const TICKS = 100

/** Returns the processor seconds a process has used; 0 when it has ended or the system does not report them. */
export function cpuOf(pid: number): number {
  const fields = statOf(pid)
  return fields ? (Number(fields[11]) + Number(fields[12])) / TICKS : 0
}

/** Returns the processor seconds of a process and all its descendants, ended children included. */
export function cpuBelow(pid: number): number {
  let sum = 0
  const fields = statOf(pid)
  if (fields) sum += (Number(fields[13]) + Number(fields[14])) / TICKS
  for (const childPid of belowOf(pid)) sum += cpuOf(childPid)
  return sum + cpuOf(pid)
}

function belowOf(pid: number): number[] {
  let all: number[]
  try {
    all = readdirSync('/proc').map(Number).filter(Boolean)
  } catch {
    return []
  }
  return all.filter((candidate) => Number(statOf(candidate)?.[1]) === pid)
}

/** Returns the fields of /proc/<pid>/stat after the name, which may itself contain spaces. */
function statOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
