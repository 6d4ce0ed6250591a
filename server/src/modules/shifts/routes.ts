import {
  contactShift,
  createShift,
  deleteShift,
  editShift,
  setContactShift,
  setGroupShift,
  shifts,
} from '@crewline/contract/shifts'
import { serve } from '../../kernel/http/serve.ts'
import { add, change, chooseForContact, chooseForGroup, list, ofContact, remove } from './service.ts'

export const routes = serve(
  { shifts, createShift, editShift, deleteShift, contactShift, setContactShift, setGroupShift },
  {
    shifts: (scope) => list(scope),
    createShift: (scope, { body }) => add(scope, body),
    editShift: (scope, { query, body }) => change(scope, query.id, body),
    deleteShift: (scope, { query }) => remove(scope, query.id),
    contactShift: (scope, { query }) => ofContact(scope, query.contactId),
    setContactShift: (scope, { query, body }) => chooseForContact(scope, query.contactId, body.choice),
    setGroupShift: (scope, { query, body }) => chooseForGroup(scope, query.groupId, body.shiftId),
  },
)
