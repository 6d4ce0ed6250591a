import { chooseCalendar, inheritedCalendar, readFamily, shareDown, stopSharing } from '@crewline/contract/family'
import {
  acceptTransfer,
  arrivedTexts,
  contactTransfers,
  declineTransfer,
  previewTransfer,
  transferContact,
  transferOffers,
  transferTargets,
  undoTransfer,
} from '@crewline/contract/transfers'
import { serve } from '../../kernel/http/serve.ts'
import { acceptGrant, endGrant, grants, offerGrant } from '@crewline/contract/grants'
import { choose, readCalendar } from './calendar.ts'
import { accept, end, listGrants, offer } from './grants.ts'
import { share, stop } from './sharing.ts'
import * as offers from './transfers/offers.ts'
import { listTargets, preview } from './transfers/preview.ts'
import { undo } from './transfers/take-back.ts'
import { transfer } from './transfers/transfer.ts'
import { readTexts, transfersOf } from './transfers/views.ts'
import { familyOf } from './views.ts'

export const routes = serve(
  { readFamily, shareDown, stopSharing, inheritedCalendar, chooseCalendar, grants, offerGrant, acceptGrant, endGrant },
  {
    readFamily: (scope, _call, kernel) => familyOf(kernel, scope),
    shareDown: (scope, { body }, kernel) => share(scope, kernel, body),
    grants: (scope, _call, kernel) => listGrants(kernel, scope),
    offerGrant: (scope, { body }, kernel) => offer(scope, kernel, body),
    acceptGrant: (scope, { query, body }, kernel) => accept(scope, kernel, { ...query, ...body }),
    endGrant: (scope, { query }, kernel) => end(scope, kernel, query.id),
    inheritedCalendar: (scope, _call, kernel) => readCalendar(kernel, scope),
    chooseCalendar: (scope, { body }, kernel) => choose(scope, kernel, body),
    stopSharing: (scope, { query }, kernel) => stop(scope, kernel, query.id),
  },
)

export const transferRoutes = serve(
  {
    transferTargets,
    previewTransfer,
    transferContact,
    contactTransfers,
    undoTransfer,
    transferOffers,
    acceptTransfer,
    declineTransfer,
    arrivedTexts,
  },
  {
    transferTargets: (scope, _call, kernel) => listTargets(scope, kernel),
    previewTransfer: (scope, { query }, kernel) => preview(scope, kernel, query),
    transferContact: (scope, { body }, kernel) => transfer(scope, kernel, body),
    contactTransfers: (scope, { query }) => transfersOf(scope, query.contactId),
    undoTransfer: (scope, { params }, kernel) => undo(scope, kernel, params.id),
    transferOffers: (scope, _call, kernel) => offers.listOffers(scope, kernel),
    acceptTransfer: (scope, { params, body }, kernel) => offers.accept(scope, kernel, { ...params, ...body }),
    declineTransfer: (scope, { params }, kernel) => offers.decline(scope, kernel, params.id),
    arrivedTexts: (scope, { params, query }) => readTexts(scope, params.id, query.before),
  },
)
