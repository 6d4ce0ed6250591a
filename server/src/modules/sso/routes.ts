import {
  addSsoDomain,
  discoverSso,
  editSso,
  editSsoRules,
  finishSso,
  removeSsoDomain,
  setSsoState,
  ssoSettings,
  startSso,
  testSso,
  trustParentSso,
  verifySsoDomain,
} from '@crewline/contract/sso'
import { serve, serveOpen } from '../../kernel/http/serve.ts'
import { add, remove, verify } from './domains.ts'
import { countStart, finishLogin, startLogin } from './log-in.ts'
import { readSettings } from './read-settings.ts'
import { domainOf } from './rules.ts'
import { setProvider, setRules, setState, startTest, trustParent } from './settings.ts'
import { slugsOfDomain } from './views.ts'

const openRoutes = serveOpen(
  { discoverSso, startSso, finishSso },
  {
    discoverSso: async (guest, { body }, kernel) => {
      await countStart(kernel, guest)
      // Depends on the domain alone: whether the address has an account must not show.
      const system = kernel.database.asSystem('a domain is looked up before the organization is known')
      return { slugs: await slugsOfDomain(system, domainOf(body.email)) }
    },
    startSso: (guest, { body }) => startLogin(guest, body),
    finishSso: (guest, { body }) => finishLogin(guest, body),
  },
)

const settingsRoutes = serve(
  {
    ssoSettings,
    editSso,
    editSsoRules,
    testSso,
    setSsoState,
    trustParentSso,
    addSsoDomain,
    verifySsoDomain,
    removeSsoDomain,
  },
  {
    ssoSettings: (scope, _call, kernel) => readSettings(kernel, scope),
    editSso: (scope, { body }, kernel) => setProvider(kernel, scope, body),
    editSsoRules: (scope, { body }, kernel) => setRules(kernel, scope, body),
    testSso: (scope, { from }, kernel) => startTest(kernel, scope, from),
    setSsoState: (scope, { body }, kernel) => setState(kernel, scope, body),
    trustParentSso: (scope, { body }, kernel) => trustParent(kernel, scope, body.isTrusted),
    addSsoDomain: (scope, { body }, kernel) => add(kernel, scope, body.domain),
    verifySsoDomain: (scope, { body }, kernel) => verify(kernel, scope, body.domain),
    removeSsoDomain: (scope, { query }, kernel) => remove(kernel, scope, query.domain),
  },
)

export const routes = [...openRoutes, ...settingsRoutes]
