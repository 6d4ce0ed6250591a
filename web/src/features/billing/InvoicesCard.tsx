import { formatDate, formatMoney } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconDownload, IconReceipt } from '@tabler/icons-react'
import { call } from '../../shared/api/from-contract.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { IconButton } from '../../shared/ui/IconButton.tsx'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import settings from '../../shared/ui/settings/SettingsCard.module.css'
import { SkeletonRows } from '../../shared/ui/table/SkeletonRows.tsx'
import { useSaveFile } from '../../shared/ui/toast/useSaveFile.ts'
import { useInvoicesInfiniteQuery, type Invoice } from './api.ts'
import classes from './Billing.module.css'

/** Lists invoices and credit notes, each as a PDF. */
export function InvoicesCard({ timeZone }: { timeZone: string | undefined }) {
  const { t } = useLingui()
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInvoicesInfiniteQuery()
  const invoices = data?.pages.flatMap((page) => page.data)
  return (
    <SettingsCard id="invoices" title={t`Invoices`}>
      {isError && !invoices && <StatePanel kind="error" onRetry={() => void refetch()} compact />}
      {!invoices && !isError && <SkeletonRows count={3} />}
      {invoices?.length === 0 && <StatePanel kind="firstUse" icon={IconReceipt} title={t`No invoices yet`} compact />}
      {invoices && invoices.length > 0 && (
        <table className={classes.invoices}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Number</Trans>
              </th>
              <th scope="col" className={classes.wide}>
                <Trans>Date</Trans>
              </th>
              <th scope="col">
                <Trans>Status</Trans>
              </th>
              <th scope="col" className={classes.end}>
                <Trans>Amount</Trans>
              </th>
              <th scope="col" className={classes.end}>
                <Trans>PDF</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {invoices.map((invoice) => (
              <Row key={invoice.id} invoice={invoice} timeZone={timeZone} />
            ))}
          </tbody>
        </table>
      )}
      {hasNextPage && (
        <div className={settings.foot}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </SettingsCard>
  )
}

function useInvoiceStatus({ kind, status, owedCents }: Invoice): string {
  const { t } = useLingui()
  if (kind === 'credit_note') return t`Credit note`
  if (status === 'paid') return t({ message: 'Paid', context: 'invoice' })
  if (status === 'void') return t({ message: 'Void', context: 'invoice' })
  return owedCents > 0 ? t({ message: 'Unpaid', context: 'invoice' }) : t({ message: 'Open', context: 'invoice' })
}

function Row({ invoice, timeZone }: { invoice: Invoice; timeZone: string | undefined }) {
  const { t, i18n } = useLingui()
  const { isSaving, save } = useSaveFile()
  const status = useInvoiceStatus(invoice)
  const { id, number, date, cents, creditCents, currency } = invoice
  return (
    <tr>
      <td>
        <bdi>{number}</bdi>
      </td>
      <td className={classes.wide}>{formatDate(date, 'date', i18n.locale, timeZone)}</td>
      <td>{status}</td>
      <td className={`${classes.end} tabular`}>
        {formatMoney(cents, currency, i18n.locale)}
        {creditCents > 0 && (
          <div className={classes.quiet}>
            <Trans>less {formatMoney(creditCents, currency, i18n.locale)} of credit</Trans>
          </div>
        )}
      </td>
      <td className={classes.end}>
        <IconButton
          aria-label={t`Download ${number} as PDF`}
          disabled={isSaving}
          onClick={() => void save(call('invoiceFile', { params: { id } }), `${number}.pdf`)}
        >
          <IconDownload size={18} stroke={1.75} />
        </IconButton>
      </td>
    </tr>
  )
}
