import {
  billingContacts,
  changeMember,
  inviteMember,
  memberWork,
  previewInvitations,
  removeMember,
  resendInvitation,
  team,
  transferOwnership,
} from '@crewline/contract/team'
import { formerMembers, handOverHoldings, memberHoldings, ownHoldings } from '@crewline/contract/holdings'
import { createRole, customRoles, deleteRole, editRole } from '@crewline/contract/roles'
import { serve } from '../../kernel/http/serve.ts'
import { organizationOf } from '../organizations/index.ts'
import { change, countWork, remove } from './members.ts'
import { handOverLeft, listFormerMembers, readHoldings, readOwnHoldings } from './holdings.ts'
import { transfer } from './ownership.ts'
import { listBillingContacts } from './billing-views.ts'
import { listRoles } from './role-views.ts'
import { previewRows } from './preview-invitations.ts'
import { addCustomRole, deleteCustomRole, editCustomRole } from './roles.ts'
import { invite, resend } from './service.ts'
import { teamPage } from './views.ts'

const teamRoutes = serve(
  {
    team,
    billingContacts,
    inviteMember,
    previewInvitations,
    resendInvitation,
    memberWork,
    changeMember,
    removeMember,
    transferOwnership,
  },
  {
    team: async (scope, { query }, kernel) => {
      const [page, { organization }] = await Promise.all([
        teamPage(scope, kernel, query),
        organizationOf(scope.db, scope.orgId),
      ])
      return { ...page, organization }
    },
    billingContacts: async ({ db }) => ({ contacts: await listBillingContacts(db) }),
    inviteMember: (scope, { body }, kernel) => invite(kernel, scope, body),
    previewInvitations: (scope, { body }, kernel) => previewRows(kernel, scope, body),
    resendInvitation: (scope, { query }, kernel) => resend(kernel, scope, query.id),
    memberWork: (scope, { query }) => countWork(scope, query),
    changeMember: (scope, { query, body }, kernel) => change(kernel, scope, query.memberId, body),
    transferOwnership: (scope, { body }, kernel) => transfer(kernel, scope, body),
    removeMember: (scope, { query, body }, kernel) => remove(kernel, scope, query.memberId, body),
  },
)

const leaverRoutes = serve(
  { formerMembers, memberHoldings, ownHoldings, handOverHoldings },
  {
    formerMembers: (scope) => listFormerMembers(scope),
    memberHoldings: (scope, { query }) => readHoldings(scope, query),
    ownHoldings: (scope, { query }) => readOwnHoldings(scope, query),
    handOverHoldings: (scope, { body }) => handOverLeft(scope, body),
  },
)

const roleRoutes = serve(
  { customRoles, createRole, editRole, deleteRole },
  {
    customRoles: async (scope) => ({ roles: await listRoles(scope.db) }),
    createRole: (scope, { body }, kernel) => addCustomRole(kernel, scope, body),
    editRole: (scope, { query, body }, kernel) => editCustomRole(kernel, scope, query.id, body),
    deleteRole: (scope, { query, body }, kernel) => deleteCustomRole(kernel, scope, query.id, body),
  },
)

export const routes = [...teamRoutes, ...leaverRoutes, ...roleRoutes]
