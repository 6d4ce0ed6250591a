import type { BodyOf } from '@crewline/contract/endpoint'
import { APP_KEYS, type AppKey } from '@crewline/contract/app-keys'
import type { Features } from '@crewline/contract/features'
import type { setApp } from '@crewline/contract/organizations'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { OrganizationChanged } from './events.ts'
import { forgetOrganization } from './remembered.ts'
import { lockOrganization, saveApp, saveAppsNotInPlan } from './store.ts'
import { organizationOf } from './views.ts'

/**
 * Turns an app on or off; recorded once, also when two members do it at the same time. Fails with `app_not_in_plan` for
 * an app that the plan leaves out.
 */
export async function switchApp(
  kernel: Kernel,
  scope: Scope,
  { app, isOn }: BodyOf<typeof setApp>,
): Promise<{ features: Features }> {
  await scope.tx(async (tx) => {
    await lockOrganization(tx)
    const { features, organization } = await organizationOf(tx.db, tx.orgId)
    if (organization.appsNotInPlan?.includes(app)) fail('app_not_in_plan')
    if (features[app] === isOn) return
    await saveApp(tx, app, isOn)
    tx.publish(OrganizationChanged, { fields: [`features.${app}`] })
    tx.audit(isOn ? 'app.turned-on' : 'app.turned-off', app)
  })
  forgetOrganization(kernel, scope.orgId)
  const { features } = await organizationOf(scope.db, scope.orgId)
  return { features }
}

/**
 * Sets which apps the plan leaves out. They are closed like apps that are off and keep whether they were on, so that they
 * are back as they were with a plan that includes them. Returns whether anything changed; if so, call
 * `forgetOrganization` after the commit.
 */
export async function setAppsNotInPlan(tx: Tx, apps: readonly AppKey[]): Promise<boolean> {
  await lockOrganization(tx)
  const { appsNotInPlan: before = [] } = (await organizationOf(tx.db, tx.orgId)).organization
  const changed = APP_KEYS.filter((app) => apps.includes(app) !== before.includes(app))
  if (changed.length === 0) return false
  await saveAppsNotInPlan(tx, apps)
  tx.publish(OrganizationChanged, { fields: changed.map((app) => `features.${app}`) })
  for (const app of changed) tx.audit(apps.includes(app) ? 'app.left-plan' : 'app.joined-plan', app)
  return true
}

/**
 * Returns whether an app is on. While it is off, or not in the plan, its pages are closed and it sends nothing. With `isPaid`, also
 * whether the organization neither has to pay nor to choose a plan first: the sender does not keep a reminder back, because it
 * goes with the answers.
 */
export async function isAppOn(db: Db, orgId: string, app: AppKey, { isPaid = false } = {}): Promise<boolean> {
  const { features, needBilling, organization } = await organizationOf(db, orgId)
  return features[app] && (!isPaid || (!needBilling && organization.status !== 'past_due'))
}
