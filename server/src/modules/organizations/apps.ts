import type { BodyOf } from '@crewline/contract/endpoint'
import type { AppKey } from '@crewline/contract/app-keys'
import type { Features } from '@crewline/contract/features'
import type { setApp } from '@crewline/contract/organizations'
import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { OrganizationChanged } from './events.ts'
import { forgetOrganization } from './remembered.ts'
import { lockOrganization, saveApp } from './store.ts'
import { organizationOf } from './views.ts'

/** Turns an app on or off; recorded once, also when two members do it at the same time. */
export async function switchApp(
  kernel: Kernel,
  scope: Scope,
  { app, isOn }: BodyOf<typeof setApp>,
): Promise<{ features: Features }> {
  await scope.tx(async (tx) => {
    await lockOrganization(tx)
    const { features } = await organizationOf(tx.db, tx.orgId)
    if (features[app] === isOn) return
    await saveApp(tx, app, isOn)
    tx.publish(OrganizationChanged, { fields: [`features.${app}`] })
    tx.audit(isOn ? 'app.turned-on' : 'app.turned-off', app)
  })
  forgetOrganization(kernel, scope.orgId)
  const { features } = await organizationOf(scope.db, scope.orgId)
  return { features }
}

/** Returns whether an app is on. While it is off, its pages are closed and it sends nothing. */
export async function isAppOn(db: Db, orgId: string, app: AppKey): Promise<boolean> {
  return (await organizationOf(db, orgId)).features[app]
}
