// Owns logging in through the identity provider of an organization: the provider (OpenID Connect or SAML 2.0), the verified
// email domains, which group gives which role, and each log-in until it is finished. Users, sessions and memberships belong
// to accounts and team.
import { defineModule } from '../../kernel/module.ts'
import { hooks } from './hooks.ts'
import { forgetAttempts } from './jobs.ts'
import { routes } from './routes.ts'
import { sealedColumns } from './sealed-columns.ts'
import { rulesWithGroup } from './uses-views.ts'

export { addSsoUser, joinTeam, requireSsoDomain } from './admit.ts'
export { requireOwner } from './settings.ts'
export { roleByGroups, SsoRefused, tidy } from './rules.ts'
export { readConnection } from './store.ts'
export { valuesOf } from './values.ts'

export const module = defineModule({
  name: 'sso',
  owns: ['sso_connection', 'sso_domain', 'sso_identity', 'sso_attempt'],
  uses: { ofGroup: rulesWithGroup },
  sealedColumns,
  routes,
  hooks,
  crons: [forgetAttempts],
})
