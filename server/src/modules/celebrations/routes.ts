import { celebrationCalendar, celebrationReach } from '@crewline/contract/coming'
import {
  celebrationDigest,
  celebrations,
  celebrationSends,
  celebrationsSoon,
  comingCelebrations,
  deleteCelebration,
  saveCelebration,
  setCelebrationDigest,
  skipCelebration,
  testCelebration,
} from '@crewline/contract/celebrations'
import { contactNaming, setContactNaming } from '@crewline/contract/naming'
import { serve } from '../../kernel/http/serve.ts'
import { calendar, coming, reach, sends, skip } from './coming.ts'
import { readDigest, setDigest } from './digest.ts'
import { readCelebrations, remove, save } from './edit.ts'
import { namingOf, setNaming } from './naming.ts'
import { soon } from './soon.ts'
import { sendTest } from './test-send.ts'

export const routes = serve(
  {
    celebrations,
    saveCelebration,
    deleteCelebration,
    comingCelebrations,
    celebrationCalendar,
    celebrationReach,
    celebrationSends,
    skipCelebration,
    testCelebration,
    celebrationsSoon,
    celebrationDigest,
    setCelebrationDigest,
    contactNaming,
    setContactNaming,
  },
  {
    celebrations: async (scope, { query }) => ({ celebrations: await readCelebrations(scope, query.id) }),
    saveCelebration: (scope, { query, body }) => save(scope, { id: query.id, body }),
    deleteCelebration: (scope, { query }) => remove(scope, query.id),
    comingCelebrations: (scope, { query }) => coming(scope, query),
    celebrationCalendar: (scope, { query }) => calendar(scope, query.id),
    celebrationReach: (scope, { query }) => reach(scope, query.id),
    celebrationSends: (scope, { query }) => sends(scope, query),
    skipCelebration: (scope, { body }) => skip(scope, body),
    testCelebration: (scope, { body }, kernel) => sendTest(kernel, scope, body),
    celebrationsSoon: (scope, _input, kernel) => soon(kernel, scope),
    celebrationDigest: (scope) => readDigest(scope),
    setCelebrationDigest: (scope, { body }, kernel) => setDigest(kernel, scope, body.isOn),
    contactNaming: (scope, { query }) => namingOf(scope, query.contactId),
    setContactNaming: (scope, { query, body }, kernel) =>
      setNaming(kernel, scope, { contactId: query.contactId, isNamed: body.isNamed }),
  },
)
