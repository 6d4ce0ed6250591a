import type { AppKey } from '@crewline/contract/app-keys'
import type { Db } from '../../kernel/db/pool.ts'
import type { Scope } from '../../kernel/scope.ts'
import { hasCelebrations } from '../celebrations/index.ts'
import { hasNewsIssues } from '../news/index.ts'
import { organizationOf } from '../organizations/index.ts'

/** Whether an organization has made something with an app; for each app that at least one plan leaves out. */
export const HOLDS_SOMETHING: Partial<Record<AppKey, (db: Db, orgId: string) => Promise<boolean>>> = {
  newsletter: hasNewsIssues,
  birthday: hasCelebrations,
}

/** Returns the apps that would be missed in a plan without them: those that are on, and hold something. */
export async function appsInUse({ db, orgId }: Scope): Promise<AppKey[]> {
  const { features } = await organizationOf(db, orgId)
  const apps = Object.keys(HOLDS_SOMETHING) as AppKey[]
  const uses = await Promise.all(apps.map(async (app) => features[app] && HOLDS_SOMETHING[app]?.(db, orgId)))
  return apps.filter((_, at) => uses[at] === true)
}
