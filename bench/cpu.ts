import { readdirSync, readFileSync } from 'node:fs'

/** Processor ticks per second; 100 on every Linux we know. */
const TICKS = 100

/** Seconds of processor time a process has used; 0 when it is gone or the system does not tell. */
export function cpuOf(pid: number): number {
  const fields = statOf(pid)
  return fields ? (Number(fields[11]) + Number(fields[12])) / TICKS : 0
}

/** Seconds of processor time of a process and everything below it, ended children included. */
export function cpuBelow(pid: number): number {
  let sum = 0
  const fields = statOf(pid)
  if (fields) sum += (Number(fields[13]) + Number(fields[14])) / TICKS
  for (const one of belowOf(pid)) sum += cpuOf(one)
  return sum + cpuOf(pid)
}

function belowOf(pid: number): number[] {
  let all: number[]
  try {
    all = readdirSync('/proc').map(Number).filter(Boolean)
  } catch {
    return []
  }
  return all.filter((one) => Number(statOf(one)?.[1]) === pid)
}

/** The fields of /proc/<pid>/stat after the name, which may itself hold spaces. */
function statOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
