import type { Db } from '../../kernel/db/pool.ts'
import { definePort } from '../../kernel/ports.ts'

/** A question that is answered where it is shown. */
export interface Poll {
  version: number
  questionId: string
  question: string
  help: string
  isRequired: boolean
  /** Whether several choices may be checked. */
  isMany: boolean
  choices: { value: string; label: string }[]
}

/** A form that an issue shows. */
export interface ShownForm {
  path: string
  /** Its title in the language, or in its first one. */
  title: string
  /** Whether it takes answers now. */
  isOpen: boolean
  /** Its question, if it can be answered on another page. */
  poll?: Poll | undefined
  /** Whether anyone with its address may answer; others need a personal link. */
  isForAnyone: boolean
}

/** Provided by forms: the published forms of an organization with these ids, by id. */
export const shownForms =
  definePort<
    (
      ground: { db: Db; orgId: string; now: Date; language: string },
      ids: readonly string[],
    ) => Promise<Map<string, ShownForm>>
  >('shownForms')
