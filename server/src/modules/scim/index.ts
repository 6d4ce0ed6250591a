// Owns provisioning by an identity provider (SCIM 2.0): its tokens, what it calls each member, and its groups. A token acts as
// a user and a member of its own, so that the audit log names it. Members and their roles belong to team, the rules by group
// to sso. What it exports serves a second SCIM API, for workers.
import { defineModule } from '../../kernel/module.ts'
import { hooks } from './hooks.ts'
import { routes } from './routes.ts'

export { listAnswer, without } from './answers.ts'
export { serveScim } from './hooks.ts'
export { parseFilter, patched } from './patch.ts'
export { resourceId, type On } from './routes-resources.ts'
export { fieldOf, pageOf, ScimRefused, USER_SCHEMA, withBooleans, withoutSchema, type Alternatives } from './rules.ts'
export { attribute, describe, serviceProviderConfig } from './schemas.ts'

export const module = defineModule({
  name: 'scim',
  owns: ['scim_token', 'scim_user', 'scim_group', 'scim_group_member'],
  routes,
  hooks,
})
