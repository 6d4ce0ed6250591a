import {
  broadcastNames,
  broadcastOverview,
  createBroadcast,
  deleteBroadcast,
  duplicateBroadcast,
  editBroadcast,
  followUpBroadcast,
  listBroadcasts,
  pageBroadcasts,
  readBroadcast,
  toggleBroadcastArchive,
} from '@crewline/contract/broadcasts'
import {
  approveBroadcast,
  broadcastProgress,
  launchBroadcast,
  nextSchedule,
  pauseBroadcast,
  resumeBroadcast,
  skipNextDate,
  stopBroadcast,
  stopBroadcastReminders,
  testBroadcast,
} from '@crewline/contract/launch'
import {
  addNumbers,
  countRecipients,
  listChosen,
  matchNumbers,
  previewBroadcast,
  translateBroadcast,
} from '@crewline/contract/recipients'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { requireUserId } from '../../kernel/scope.ts'
import * as dates from './dates.ts'
import { copy } from './copy.ts'
import * as drafts from './drafts.ts'
import * as sending from './launch.ts'
import * as recipients from './recipients.ts'
import { resultRoutes } from './results-routes.ts'
import { sendTest } from './test-send.ts'
import { listOf, namesOfRuns, overviewOf, runsOf } from './views/broadcasts.ts'

/** Counts and previews per member and minute: one each half second while composing, with some margin. */
const perMember = makeLocalLimit(240, 60)

export const routes = [
  ...serve(
    {
      createBroadcast,
      editBroadcast,
      listBroadcasts,
      pageBroadcasts,
      readBroadcast,
      broadcastNames,
      broadcastOverview,
      deleteBroadcast,
      toggleBroadcastArchive,
      duplicateBroadcast,
      followUpBroadcast,
    },
    {
      createBroadcast: (scope, { body }) => drafts.create(scope, body),
      editBroadcast: (scope, { query, body }) => drafts.edit(scope, query.id, body),
      listBroadcasts: async (scope) => ({
        broadcasts: await listOf(scope.db, scope.org.timezone, { wanted: { status: 'all' }, limit: 100 }),
      }),
      pageBroadcasts: (scope, { query }) => drafts.page(scope, query),
      readBroadcast: async (scope, { params }) => ({
        broadcast: await drafts.read(scope, params.id),
        runs: await runsOf(scope.db, params.id, 20),
      }),
      broadcastNames: async (scope, { query }) => ({ names: await namesOfRuns(scope.db, query.runIds) }),
      broadcastOverview: (scope) => overviewOf(scope.db, scope.org.timezone),
      deleteBroadcast: async (scope, { query }) => {
        await drafts.remove(scope, query.id)
        return {}
      },
      toggleBroadcastArchive: (scope, { query, body }) => drafts.archive(scope, query.id, body.archived),
      duplicateBroadcast: (scope, { params }, kernel) => copy(scope, kernel, params.id),
      followUpBroadcast: (scope, { params, body }, kernel) => copy(scope, kernel, params.id, body),
    },
  ),
  ...serve(
    { countRecipients, listChosen, previewBroadcast, translateBroadcast, matchNumbers, addNumbers },
    {
      countRecipients: async (scope, { body }, kernel) => {
        await perMember.take(requireUserId(scope))
        return recipients.count(scope, kernel, body)
      },
      listChosen: (scope, { query, body }) => recipients.chosenList(scope, query, body),
      previewBroadcast: async (scope, { query, body }) => {
        await perMember.take(requireUserId(scope))
        return recipients.preview(scope, query, body)
      },
      translateBroadcast: async (scope, { body }, kernel) => {
        await perMember.take(requireUserId(scope))
        return recipients.translateTexts(scope, kernel, body)
      },
      matchNumbers: (scope, { body }) => recipients.match(scope, body),
      addNumbers: (scope, { body }) => recipients.addByNumber(scope, body.numbers),
    },
  ),
  ...serve(
    {
      launchBroadcast,
      pauseBroadcast,
      resumeBroadcast,
      stopBroadcast,
      stopBroadcastReminders,
      approveBroadcast,
      testBroadcast,
      nextSchedule,
      skipNextDate,
      broadcastProgress,
    },
    {
      launchBroadcast: (scope, { params, body }) => sending.launch(scope, params.id, body),
      pauseBroadcast: (scope, { params }) => sending.pause(scope, params.id),
      resumeBroadcast: (scope, { params }) => sending.resume(scope, params.id),
      stopBroadcast: (scope, { params }) => sending.stop(scope, params.id),
      stopBroadcastReminders: (scope, { params }) => sending.stopReminders(scope, params.id),
      approveBroadcast: (scope, { params, body }) => sending.decide(scope, params.id, body),
      testBroadcast: (scope, { params }, kernel) => sendTest(kernel, scope, params.id),
      nextSchedule: (scope, { query }) => dates.nextDates(scope, query.broadcastId),
      skipNextDate: (scope, { params, query }) => dates.skipNext(scope, params.id, query.nextAt),
      broadcastProgress: (scope, { params }, kernel) => dates.progress(scope, kernel, params.id),
    },
  ),
  ...resultRoutes,
]
