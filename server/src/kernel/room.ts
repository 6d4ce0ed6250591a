import type { FastifyInstance } from 'fastify'
import type { Kernel, Running } from './kernel.ts'
import type { Served } from './http/serve.ts'
import type { Cron } from './jobs/define.ts'
import type { Hearer, Teller } from './realtime/live.ts'
import type { ProcessRole } from './config.ts'

/** A room of the house: what it owns, what it serves, what it tells browsers, what it keeps running. */
export interface Room {
  name: string
  /** Tables only this room's store may write. */
  owns: readonly string[]
  routes?: readonly Served[]
  /** Paths outside the API, such as carrier webhooks. */
  hooks?: (app: FastifyInstance, kernel: Kernel) => void | Promise<void>
  /** Facts of this room turned into events for browsers. */
  tells?: readonly Teller[]
  /** Events browsers send. */
  hears?: readonly Hearer[]
  /** Coarse work by the clock. */
  crons?: readonly Cron[]
  /** Work that runs for the life of a process in one role. */
  runs?: Run | readonly Run[]
}

/** Work for the life of a process that has this role. */
export interface Run {
  role: ProcessRole
  start(kernel: Kernel): Promise<Running>
}

/** Declares a room. */
export function defineRoom(room: Room): Room {
  return room
}
