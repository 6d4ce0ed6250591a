import { createHoliday, deleteHoliday, editHoliday, holidays } from '@crewline/contract/holidays'
import { editOrganization, organizationSettings, setApp } from '@crewline/contract/organizations'
import { serve } from '../../kernel/http/serve.ts'
import { switchApp } from './apps.ts'
import { addHoliday, changeHoliday, listHolidays, removeHoliday } from './holidays.ts'
import { edit } from './settings.ts'
import { describedOrganization } from './views.ts'

const settingRoutes = serve(
  { organizationSettings, editOrganization, setApp },
  {
    organizationSettings: (scope) => describedOrganization(scope.db, scope.orgId),
    setApp: (scope, { body }, kernel) => switchApp(kernel, scope, body),
    editOrganization: (scope, { body }, kernel) => edit(kernel, scope, body),
  },
)

const holidayRoutes = serve(
  { holidays, createHoliday, editHoliday, deleteHoliday },
  {
    holidays: (scope) => listHolidays(scope),
    createHoliday: (scope, { body }) => addHoliday(scope, body),
    editHoliday: (scope, { query, body }) => changeHoliday(scope, query.id, body),
    deleteHoliday: (scope, { query }) => removeHoliday(scope, query.id),
  },
)

export const routes = [...settingRoutes, ...holidayRoutes]
