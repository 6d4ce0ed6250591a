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
import * as offers from './offers.ts'
import { listTargets, preview } from './preview.ts'
import { undo } from './take-back.ts'
import { transfer } from './transfer.ts'
import { readTexts, transfersOf } from './views.ts'

export const routes = serve(
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
