import type { Db } from '../../kernel/db/pool.ts'
import { isAppOn } from '../organizations/index.ts'
import { isOpenAt, type StoredForm } from './rules.ts'

/** Returns whether a form takes answers now: it is open, and the organization has not turned the app off. */
export async function isOpenNow(
  db: Db,
  form: Pick<StoredForm, 'orgId' | 'status' | 'archivedAt'>,
  { closesAt, now }: { closesAt: string | null; now: Date },
): Promise<boolean> {
  return isOpenAt(form, closesAt, now) && (await isAppOn(db, form.orgId, 'forms'))
}
