import {
  editBilling,
  invoiceFile,
  invoiceList,
  openPortal,
  pastDueNotice,
  payInvoice,
  readBilling,
  startCheckout,
  startTopUp,
} from '@crewline/contract/billing'
import { cursorOf, readTimeCursor } from '../../kernel/db/paging.ts'
import { serve } from '../../kernel/http/serve.ts'
import { invoiceFile as writeInvoice } from './invoice-pdf.ts'
import { overviewOf, withoutPage } from './overview.ts'
import { checkOut, edit, openPortal as portalOf, pay, topUp } from './service.ts'
import { accountOf } from './store/accounts.ts'
import { invoicePage, oldestOwed } from './views.ts'

export const routes = serve(
  {
    readBilling,
    invoiceList,
    invoiceFile,
    pastDueNotice,
    startCheckout,
    startTopUp,
    openPortal,
    payInvoice,
    editBilling,
  },
  {
    readBilling: async (scope, _call, kernel) => ({ billing: await overviewOf(kernel, scope) }),
    invoiceList: async (scope, { query: { page, pageSize, cursor } }) => {
      const after = cursor ? readTimeCursor(cursor) : undefined
      const { rows, total } = await invoicePage(scope.db, scope.orgId, { page, pageSize, after })
      const last = rows.at(-1)
      return {
        data: rows,
        page,
        pageSize,
        total,
        ...(last && rows.length === pageSize ? { nextCursor: cursorOf({ key: last.date, id: last.id }) } : {}),
      }
    },
    invoiceFile: (scope, { params }) => writeInvoice(scope, params.id),
    pastDueNotice: async (scope) => {
      const [account, owed] = await Promise.all([
        accountOf(scope.db, scope.orgId),
        oldestOwed(scope.db, scope.orgId, scope.world.now()),
      ])
      const isBlocked = scope.org.status === 'past_due'
      return {
        isPastDue: isBlocked || (account?.pastDueSince ?? null) !== null,
        isBlocked,
        // The amount is for those who may see billing.
        pastDue: owed && scope.can('billing.manage') ? withoutPage(owed) : null,
      }
    },
    startCheckout: (scope, { body }, kernel) => checkOut(kernel, scope, body.plan),
    startTopUp: (scope, { body }, kernel) => topUp(kernel, scope, body),
    openPortal: (scope, _call, kernel) => portalOf(kernel, scope),
    payInvoice: (scope, _call, kernel) => pay(kernel, scope),
    editBilling: (scope, { body }, kernel) => edit(kernel, scope, body),
  },
)
