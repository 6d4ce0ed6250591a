import type { Db } from '../../kernel/db/pool.ts'
import { definePort } from '../../kernel/ports.ts'

/** A form that an issue shows. */
export interface ShownForm {
  path: string
  /** Its title in the language, or in its first one. */
  title: string
  /** Whether it takes answers now. */
  isOpen: boolean
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
