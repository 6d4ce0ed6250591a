import {
  addToGroup,
  copyGroup,
  createGroup,
  deleteGroup,
  editGroup,
  groupMembers,
  groupPage,
  groupPins,
  groupUses,
  groupValues,
  moveContacts,
  readGroups,
  refreshGroup,
  removeFromGroup,
  unpinContacts,
  whyInGroup,
} from '@crewline/contract/groups'
import { serve } from '../../kernel/http/serve.ts'
import { edit, remove } from './change.ts'
import { create } from './create.ts'
import { addContacts, copy, manage, removeContacts } from './people.ts'
import { refresh } from './refresh.ts'
import { unpin } from './unpin.ts'
import { allGroups, groupById, groupsPaged, valuesOf } from './views/groups.ts'
import { memberPage } from './views/member-page.ts'
import { pinned } from './views/pins.ts'
import { usesOf } from './views/uses.ts'
import { whyInside } from './views/why.ts'

const reading = serve(
  {
    groupValues,
    readGroups,
    groupPage,
    groupUses,
    groupMembers,
    whyInGroup,
    groupPins,
  },
  {
    groupValues: async (scope) => ({ groups: await valuesOf(scope) }),
    readGroups: (scope, { query }) => allGroups(scope, query.id),
    groupPage: (scope, { query }) => groupsPaged(scope, query),
    groupUses: async (scope, { query }) => {
      await groupById(scope, query.id)
      return { usedBy: await usesOf(scope.db, scope.orgId, query.id) }
    },
    groupMembers: async (scope, { query }) => {
      await groupById(scope, query.id)
      return memberPage(scope, query)
    },
    groupPins: async (scope, { query }) => {
      await groupById(scope, query.id)
      return pinned(scope, query)
    },
    whyInGroup: (scope, { query }) => whyInside(scope, query.id, query.contactId),
  },
)

const writing = serve(
  {
    createGroup,
    editGroup,
    deleteGroup,
    addToGroup,
    removeFromGroup,
    moveContacts,
    copyGroup,
    refreshGroup,
    unpinContacts,
  },
  {
    createGroup: (scope, { body }) => create(scope, body),
    editGroup: (scope, { query, body }) => edit(scope, query.id, body),
    deleteGroup: (scope, { query }) => remove(scope, query.id, query.force),
    addToGroup: (scope, { query, body }) => addContacts(scope, query.id, body),
    removeFromGroup: (scope, { query, body }) => removeContacts(scope, query.id, body),
    unpinContacts: (scope, { query, body }) => unpin(scope, query.id, body.contacts),
    moveContacts: (scope, { body }) => manage(scope, body),
    copyGroup: (scope, { body }) => copy(scope, body),
    refreshGroup: (scope, { params }) => refresh(scope, params.groupId),
  },
)

export const routes = [...reading, ...writing]
