import { answerAsSample, removeSample, sample, startSample } from '@crewline/contract/sample'
import { serve } from '../../kernel/http/serve.ts'
import { answer, remove, start } from './service.ts'
import { readSample } from './views.ts'

export const routes = serve(
  { sample, startSample, answerAsSample, removeSample },
  {
    sample: async (scope, _call, kernel) => ({ sample: await readSample(kernel, scope) }),
    startSample: async (scope, _call, kernel) => ({ sample: await start(kernel, scope) }),
    answerAsSample: async (scope, { body }, kernel) => {
      await answer(kernel, scope, body)
      return {}
    },
    removeSample: async (scope, _call, kernel) => {
      await remove(kernel, scope)
      return {}
    },
  },
)
