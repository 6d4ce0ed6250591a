import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { newId } from '../../../shared/lib/new-id.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useInviteMemberMutation, usePreviewInvitationsMutation } from '../team-api.ts'

type Problem = Reply<'previewInvitations'>['rows'][number]['problem']

/** A row of the list of invitations. */
export interface InvitationRow {
  id: string
  email: string
  roleKey: string
  /** Why it cannot be sent, in words; empty when it can. */
  problem: string
}

/** An invitation to send. */
type Invitation = Parameters<ReturnType<typeof useInviteMemberMutation>[0]>[0]

/** The rows of a list of invitations: they are checked before they are sent, and those that fail stay. */
export interface Invitations {
  rows: InvitationRow[]
  /** The rows are checked or sent. */
  isBusy: boolean
  /** The rows are sent: a correction would come too late. */
  isSending: boolean
  /** Why the list could not be checked, in words; empty when it was. */
  failure: string
  /** Replaces the rows and checks them. */
  check: (rows: Omit<InvitationRow, 'id' | 'problem'>[] | InvitationRow[]) => Promise<void>
  /** Sends the rows without a problem; returns how many are left. */
  send: (invitationOf: (row: InvitationRow) => Invitation) => Promise<number>
}

function useProblemText(): (problem: Problem, domains: string[]) => string {
  const { t } = useLingui()
  return (problem, domains) => {
    if (problem === null) return ''
    const allowed = domains.join(', ')
    const texts: Record<NonNullable<Problem>, string> = {
      invalid: t`Enter an email, like ana@company.com.`,
      duplicate: t`This address is already in the list.`,
      already_member: t`Already on your team.`,
      already_invited: t`Already invited. Use Resend in the team list.`,
      domain: t`Use an address of ${allowed}.`,
      role_unknown: t`Choose a role.`,
      role_too_high: t`Choose a role no higher than your own.`,
    }
    return texts[problem]
  }
}

/** Keeps the rows of a list of invitations. */
export function useInvitations(): Invitations {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const problemText = useProblemText()
  const [rows, setRows] = useState<InvitationRow[]>([])
  const [failure, setFailure] = useState('')
  const [isSending, setSending] = useState(false)
  const [preview, { isLoading }] = usePreviewInvitationsMutation()
  const [invite] = useInviteMemberMutation()
  const checks = useRef(0)

  async function check(next: Omit<InvitationRow, 'id' | 'problem'>[] | InvitationRow[]): Promise<void> {
    const kept = next.map((row) => ({ id: newId(), problem: '', ...row }))
    setRows(kept)
    checks.current += 1
    const mine = checks.current
    if (kept.length === 0) return
    const { data, error } = await preview({ rows: kept.map(({ email, roleKey }) => ({ email, role: roleKey })) })
    // A row was corrected meanwhile: this answer is about the list before.
    if (mine !== checks.current) return
    setFailure(error ? messageFor(error) : '')
    if (!data) return
    const { domains, left } = data
    setRows(kept.map((row, nth) => ({ ...row, problem: problemText(data.rows[nth]?.problem ?? null, domains) })))
    const sendable = data.rows.filter(({ problem }) => problem === null).length
    if (sendable > left)
      setFailure(
        plural(left, { one: 'You can send # more invitation today.', other: 'You can send # more invitations today.' }),
      )
  }

  async function send(invitationOf: (row: InvitationRow) => Invitation): Promise<number> {
    setSending(true)
    const left: InvitationRow[] = []
    let sent = 0
    for (const row of rows) {
      if (row.problem !== '') {
        left.push(row)
        continue
      }
      // One after the other: each call sends its own email, and what fails stays in the list.
      const { error } = await invite(invitationOf(row))
      if (error) left.push({ ...row, problem: messageFor(error) })
      else sent += 1
    }
    setSending(false)
    setRows(left)
    if (sent > 0) {
      const message = plural(sent, {
        one: 'Invitation sent to # person. It expires in 7 days.',
        other: 'Invitation sent to # people. It expires in 7 days.',
      })
      toast.api({ title: t`Invited`, message }, 'OK')
    }
    return left.length
  }
  return { rows, isBusy: isLoading || isSending, isSending, failure, check, send }
}
