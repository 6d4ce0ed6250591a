import {
  deleteVoicemail,
  editVoicemail,
  greeting,
  removeLineGreeting,
  setGreeting,
  setLineGreeting,
  voicemails,
} from '@crewline/contract/voicemail'
import { serve } from '../../kernel/http/serve.ts'
import { changeGreeting, changeLineGreeting, resetLineGreeting, readGreetings } from './greetings.ts'
import { edit, remove } from './service.ts'
import { voicemailPage } from './views.ts'

export const routes = serve(
  { voicemails, editVoicemail, deleteVoicemail, greeting, setGreeting, setLineGreeting, removeLineGreeting },
  {
    voicemails: (scope, { query }) => voicemailPage(scope, query),
    editVoicemail: (scope, { params, body }) => edit(scope, params.id, body.state),
    deleteVoicemail: (scope, { params }, kernel) => remove(scope, params.id, kernel),
    greeting: (scope) => readGreetings(scope),
    setGreeting: (scope, { body }, kernel) => changeGreeting(scope, body, kernel),
    setLineGreeting: (scope, { params, body }, kernel) => changeLineGreeting(scope, params.lineId, body, kernel),
    removeLineGreeting: (scope, { params }, kernel) => resetLineGreeting(scope, params.lineId, kernel),
  },
)
