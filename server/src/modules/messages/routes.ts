import { sendMessage } from '@crewline/contract/messages'
import { serve } from '../../kernel/http/serve.ts'
import { send } from './send.ts'

export const routes = serve({ sendMessage }, { sendMessage: (scope, { body }) => send(scope, body) })
