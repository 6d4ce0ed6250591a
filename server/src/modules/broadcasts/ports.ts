import type { FlowLanguage, FlowStep } from '@crewline/contract/flows'
import type { Db } from '../../kernel/db/pool.ts'
import { definePort } from '../../kernel/ports.ts'
import type { Scope } from '../../kernel/scope.ts'

/** Provided by billing: whether the spending cap of the organization's current month is reached. */
export const spendingCap =
  definePort<(scope: Pick<Scope, 'db' | 'orgId' | 'world' | 'org'>) => Promise<boolean>>('spendingCap')

/** What a month uses, or may use. */
export interface MonthlyUse {
  segments: number
  mms: number
}

/** What the spending cap leaves of a month. */
export interface SpendingLeft {
  capCents: number
  leftCents: number
  /** What was counted as used already, because it waits. */
  waiting: MonthlyUse
  currency: string
  /** Further segments, or else further MMS, after which broadcasts pause. */
  segments: number
  mms: number
  /** When the next month begins, in which paused broadcasts continue. */
  endsAt: Date
}

/**
 * Provided by billing: what the spending cap leaves of the month of a moment, after what waits between two moments of that
 * month; undefined without a cap or a plan.
 */
export const spendingLeft =
  definePort<
    (
      scope: Pick<Scope, 'db' | 'orgId' | 'world' | 'org'>,
      at: Date,
      waiting: (month: { from: Date; until: Date }) => Promise<MonthlyUse>,
    ) => Promise<SpendingLeft | undefined>
  >('spendingLeft')

/** A form whose questions people can answer by text. */
export interface TextedForm {
  id: string
  version: number
  /** The first one is the offer to begin. */
  steps: FlowStep[]
  /** What those who answered everything get, if the form says something of its own. */
  thanks: Partial<Record<FlowLanguage, string>> | undefined
  closesAt: Date
}

/** Provided by forms: the open form at one of these addresses that offers answers by text, if there is one. */
export const textedForm =
  definePort<
    (
      ground: { db: Db; orgId: string; country: string; now: Date },
      addresses: readonly string[],
    ) => Promise<TextedForm | undefined>
  >('textedForm')
