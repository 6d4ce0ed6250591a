import type { FlowLanguage, FlowStep } from '@crewline/contract/flows'
import type { Db } from '../../kernel/db/pool.ts'
import { definePort } from '../../kernel/ports.ts'
import type { Scope } from '../../kernel/scope.ts'

/** Provided by billing: whether the spending cap of the organization's current month is reached. */
export const spendingCap =
  definePort<(scope: Pick<Scope, 'db' | 'orgId' | 'world' | 'org'>) => Promise<boolean>>('spendingCap')

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
