import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Child } from './child.ts'
import type { ProcessFigures, Sample } from './soak-checkers.ts'
import type { TestEnvironment } from './test-environment.ts'

/** A process of the product that is watched. */
export interface Watched {
  name: string
  child: Child
  address: string
}

/** Units of processor time in /proc, per second. */
const TICKS = 100
/** How long a webhook may wait on disk, in ms. */
const ON_DISK_MS = 120_000

/**
 * Rows past their deadline. Each kind has minutes of grace for a busy machine: what is stuck stays, and is found by the
 * next sample.
 */
const STUCK = `
  select 'texts that are due' as kind, count(*)::int as n from outgoing_chunk where due_at < now() - interval '2 minutes'
  union all select 'texts without the answer of the carrier', count(*)::int from message
    where direction = 'out' and state = 'submitting' and submit_started_at < now() - interval '5 minutes'
  union all select 'texts without a receipt', count(*)::int from message
    where direction = 'out' and state in ('submitted', 'sent') and submit_started_at < now() - interval '15 minutes'
  union all select 'unknown outcomes', count(*)::int from unknown_outcome where deadline_at < now() - interval '5 minutes'
  union all select 'leases of lines with due texts', count(*)::int from line_lease l where until < now() - interval '2 minutes'
    and exists (select from outgoing_chunk c where c.line_id = l.line_id and c.due_at < now() - interval '2 minutes')
  union all select 'quarantined events', count(*)::int from quarantined_event
  union all select 'emails', count(*)::int from mail where due_at < now() - interval '5 minutes'
  union all select 'requests for emails', count(*)::int from mail_request where created_at < now() - interval '5 minutes'
  union all select 'push messages', count(*)::int from push_message where due_at < now() - interval '5 minutes'
  union all select 'outgoing webhooks', count(*)::int from webhook_delivery
    where state = 'waiting' and next_at < now() - interval '5 minutes'
  union all select 'translations', count(*)::int from translation_due where due_at < now() - interval '5 minutes'
  union all select 'broadcasts that did not begin', count(*)::int from broadcast_run
    where state = 'waiting' and starts_at < now() - interval '3 minutes'
  union all select 'broadcasts that did not end', count(*)::int from broadcast_run
    where state in ('preparing', 'sending', 'paused') and starts_at < now() - interval '15 minutes'
  union all select 'calls that did not end', count(*)::int from idempotent_call
    where state = 'running' and claimed_until < now() - interval '5 minutes'
  union all select 'conversations to wake', count(*)::int from conversation where snoozed_until < now() - interval '5 minutes'
  union all select 'followers of events', count(*)::int from event_cursor c where exists (
    select from event_log l where (l.xid, l.seq) > (c.xid, c.seq) and l.at < now() - interval '3 minutes')
  union all select 'jobs that run too long', count(*)::int from pgboss.job
    where state = 'active' and started_on + make_interval(secs => expire_seconds) < now() - interval '1 minute'
  union all select 'jobs that do not begin', count(*)::int from pgboss.job
    where state in ('created', 'retry') and start_after < now() - interval '10 minutes'
  union all select 'jobs that failed', count(*)::int from pgboss.job where state = 'failed'`

/** Takes samples of the product's processes and database. */
export class Sampler {
  private readonly environment: TestEnvironment
  private readonly processes: readonly Watched[]
  private readonly startedAt = performance.now()
  private readonly ticks = new Map<string, { at: number; ticks: number }>()

  constructor(environment: TestEnvironment, processes: readonly Watched[]) {
    this.environment = environment
    this.processes = processes
    for (const { name, child } of processes) this.cpuOf(name, child.pid)
  }

  async take(): Promise<Sample> {
    const processes: Record<string, ProcessFigures> = {}
    for (const { name, child, address } of this.processes) {
      if (!child.isAlive()) continue
      // Before the metrics are read, which allocates.
      const figures = { ...memoryOf(child.pid), cpu: this.cpuOf(name, child.pid) }
      processes[name] = { ...figures, heap: await heapOf(address) }
    }
    const { rows } = await this.environment.sql.query<{ kind: string; n: number }>(STUCK)
    const stuck = Object.fromEntries(rows.filter(({ n }) => n > 0).map(({ kind, n }) => [kind, n]))
    const onDisk = staleFiles(join(this.environment.dataDir, 'spool'))
    return {
      at: performance.now() - this.startedAt,
      processes,
      stuck: onDisk > 0 ? { ...stuck, 'webhooks on disk': onDisk } : stuck,
    }
  }

  private cpuOf(name: string, pid: number): number {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    const now = { at: performance.now(), ticks: Number(fields[11]) + Number(fields[12]) }
    const before = this.ticks.get(name) ?? now
    this.ticks.set(name, now)
    return now.at === before.at ? 0 : ((now.ticks - before.ticks) / TICKS / ((now.at - before.at) / 1000)) * 100
  }
}

/** A sample as one line of the log. */
export function lineOf({ at, processes, stuck }: Sample): string {
  const parts = Object.entries(processes).map(
    ([name, { rss, heap, fds, cpu }]) =>
      `${name} rss ${rss.toFixed(1)} heap ${heap?.toFixed(1) ?? '-'} fds ${fds} cpu ${cpu.toFixed(0)}%`,
  )
  const late = Object.entries(stuck).map(([kind, n]) => `STUCK ${kind} ${n}`)
  return [`${(at / 1000).toFixed(0)} s`, ...parts, ...late].join('; ')
}

function memoryOf(pid: number): { rss: number; fds: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return {
    rss: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024,
    fds: readdirSync(`/proc/${pid}/fd`).length,
  }
}

async function heapOf(address: string): Promise<number | undefined> {
  try {
    const answer = await fetch(`${address}/metrics`, { signal: AbortSignal.timeout(10_000) })
    const used = /^crewline_nodejs_heap_size_used_bytes (\S+)/m.exec(await answer.text())?.[1]
    return used === undefined ? undefined : Number(used) / 1_048_576
  } catch {
    return undefined
  }
}

function staleFiles(folder: string): number {
  const isStale = (name: string) => {
    try {
      return Date.now() - statSync(join(folder, name)).mtimeMs > ON_DISK_MS
    } catch {
      return false
    }
  }
  try {
    return readdirSync(folder).filter(isStale).length
  } catch {
    // Made when the first webhook cannot be stored.
    return 0
  }
}
