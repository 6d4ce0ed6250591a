import { deleteVoicemail, editVoicemail, greeting, setGreeting, voicemails } from '@crewline/contract/voicemail'
import { serve } from '../../kernel/http/serve.ts'
import { changeGreeting, edit, readGreeting, remove } from './service.ts'
import { voicemailPage } from './views.ts'

export const routes = serve(
  { voicemails, editVoicemail, deleteVoicemail, greeting, setGreeting },
  {
    voicemails: (scope, { query }) => voicemailPage(scope, query),
    editVoicemail: (scope, { params, body }) => edit(scope, params.id, body.state),
    deleteVoicemail: (scope, { params }, kernel) => remove(scope, params.id, kernel),
    greeting: (scope) => readGreeting(scope),
    setGreeting: (scope, { body }, kernel) => changeGreeting(scope, body, kernel),
  },
)
