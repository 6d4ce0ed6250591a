import { login, logout, me } from '@crewline/contract/accounts'
import { serve, serveOpen } from '../../kernel/http/serve.ts'
import { logIn } from './login.ts'
import { logOut, whoAmI } from './service.ts'

export const routes = [
  ...serveOpen({ login }, { login: (guest, { body }) => logIn(guest, body.email, body.password) }),
  ...serve(
    { logout, me },
    {
      logout: async (scope, _call, kernel) => {
        await logOut(kernel, scope)
        return {}
      },
      me: (scope, _call, kernel) => whoAmI(kernel, scope),
    },
  ),
]
