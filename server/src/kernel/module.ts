import type { FastifyInstance } from 'fastify'
import type { ContactData } from './contact-data.ts'
import type { Kernel, Running } from './kernel.ts'
import type { Served } from './http/serve.ts'
import type { Cron } from './jobs/define.ts'
import type { ProvidedPort } from './ports.ts'
import type { ClientEventHandler, SocketEventMapper } from './realtime/socket-events.ts'
import type { MemberHoldings } from './member-holdings.ts'
import type { RetainedData } from './retained-data.ts'
import type { ProcessRole } from './config.ts'
import type { SealedColumn, SealedFiles } from './secrets/sealed-columns.ts'
import type { RunDefinition } from './runs/define.ts'
import type { ModuleUses } from './uses.ts'

/** A module: the tables it owns, the ports it provides, the routes it serves, the socket events it emits, the work it runs. */
export interface ModuleDefinition {
  name: string
  /** Tables that only this module's store may write. */
  owns: readonly string[]
  /** Ports of earlier modules that this module provides: `provide(port, implementation)`. */
  provides?: readonly ProvidedPort[]
  /** What it stores about contacts: how that is merged, erased and exported. */
  contactData?: ContactData
  /** Classes of data that an organization keeps for a period. */
  retainedData?: readonly RetainedData[]
  /** Things that members made or run, which someone takes over when they leave. */
  memberHoldings?: readonly MemberHoldings[]
  /** What would stop or change without a group, a custom field or a shift. */
  uses?: ModuleUses
  /** Columns and files with sealed values, which the operator's command seals again when the encryption key changes. */
  sealedColumns?: readonly SealedColumn[]
  sealedFiles?: SealedFiles
  routes?: readonly Served[]
  /** Paths outside the API, such as carrier webhooks. */
  hooks?: (app: FastifyInstance, kernel: Kernel) => void | Promise<void>
  /** Maps events of this module to socket events. */
  toSocketEvents?: readonly SocketEventMapper[]
  /** Handles events from browsers. */
  clientEvents?: readonly ClientEventHandler[]
  /** Coarse scheduled work. */
  crons?: readonly Cron[]
  /** Kinds of work in many steps that survives restarts. */
  durableRuns?: readonly RunDefinition[]
  /** What an operator watches. */
  figures?: readonly Figure[]
  /** Work that runs for the life of a process with one role. */
  runs?: Run | readonly Run[]
}

/** A figure for the metrics, read when they are fetched, across all organizations. */
export interface Figure {
  /** In snake case; the metric begins with `crewline_`. */
  name: string
  help: string
  label?: string
  /** One value, or one per value of the label. */
  read: (kernel: Kernel) => Promise<{ label?: string; value: number }[]>
}

/** Work for the life of a process with this role. */
export interface Run {
  role: ProcessRole
  start(kernel: Kernel): Promise<Running>
}

/** Declares a module. */
export function defineModule(module: ModuleDefinition): ModuleDefinition {
  return module
}
