import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, TextInput, UnstyledButton } from '@mantine/core'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { readSlice, rememberLogin } from '../../../shared/lib/session/keep.ts'
import { OrganizationMark } from '../../../shared/ui/OrganizationMark.tsx'
import { AuthCard } from './AuthCard.tsx'
import authClasses from './AuthCard.module.css'
import { leaveDeadSession, openApplication } from './arrive.ts'
import { sendRequest } from './send-request.ts'
import { keepUsualOrganization, usualOrganizationOf } from './known-devices.ts'
import { go } from './path.ts'
import classes from './SelectOrganization.module.css'
import { useOpening, type Opened } from './useOpening.ts'
import { useRoleNames } from './useRoleNames.ts'
import { useAuthRefusals } from './useAuthRefusals.ts'
import { WaitingCard } from './WaitingCard.tsx'

type OrganizationChoice = Reply<'me'>['organizations'][number]

/** The number of organizations from which the search field is shown; with fewer, typing still jumps to a name. */
const searchFrom = 8

interface OrganizationListProps {
  organizations: OrganizationChoice[]
  email: string
  /** The organization of the session. */
  here: string
  token: string
}

function useOpen({ email, here, token }: OrganizationListProps) {
  const { t } = useLingui()
  const { wordsFor } = useAuthRefusals()
  const [opening, setOpening] = useState<string>()
  const [problem, setProblem] = useState('')

  async function open(organizationId: string, isUsual: boolean): Promise<void> {
    if (opening !== undefined) return
    setOpening(organizationId)
    setProblem('')
    keepUsualOrganization(email, isUsual ? organizationId : undefined)
    if (organizationId === here) return openApplication()
    const { reply, refusal } = await sendRequest('switchOrg', { body: { organizationId } }, token)
    if (refusal?.status === 403) return leaveDeadSession(token)
    if (refusal?.code === 'same_organization' || (reply && rememberLogin(reply))) return openApplication()
    setOpening(undefined)
    setProblem(refusal ? (wordsFor(refusal).message ?? '') : t`Something went wrong. Try again in a moment.`)
  }

  return { open, opening, problem }
}

function OrganizationList(props: OrganizationListProps) {
  const { t } = useLingui()
  const { organizations: places, email } = props
  const { open, opening, problem } = useOpen(props)
  const roleNames = useRoleNames()
  const [isUsual, setUsual] = useState(() => usualOrganizationOf(email) !== undefined)
  const [typed, setTyped] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const isSearchable = places.length >= searchFrom
  const searchTerm = typed.trim().toLocaleLowerCase()
  const matching = places.filter(({ name }) => name.toLocaleLowerCase().includes(searchTerm))

  useEffect(() => {
    if (!isSearchable) list.current?.querySelector('button')?.focus()
  }, [isSearchable])

  function move(event: KeyboardEvent): void {
    const rows = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = rows.indexOf(document.activeElement as HTMLButtonElement)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const next = at + step
      if (next < 0 && isSearchable) field.current?.focus()
      else rows[Math.min(Math.max(next, 0), rows.length - 1)]?.focus()
    } else if (event.key === 'Enter' && document.activeElement === field.current) {
      event.preventDefault()
      const first = matching[0]
      if (first) void open(first.id, isUsual)
    } else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && at !== -1) {
      if (isSearchable) field.current?.focus()
      else rows.find((row) => row.dataset['name']?.startsWith(event.key.toLocaleLowerCase()))?.focus()
    }
  }

  return (
    <AuthCard title={t`Choose an organization`} text={email}>
      {/* Arrow keys and typing work from the field and from the rows; the rows themselves are buttons. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={authClasses.stack} onKeyDown={move}>
        {isSearchable && (
          <TextInput
            ref={field}
            type="search"
            aria-label={t`Search organizations`}
            placeholder={t`Search`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            size="md"
            // The list is all there is on this page.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
          />
        )}
        <div role="alert">{problem && <p className={authClasses.error}>{problem}</p>}</div>
        <ul ref={list} className={classes.list} data-logos={places.some(({ logo }) => logo) || undefined}>
          {matching.map(({ id, name, logo, role, unread }) => (
            <li key={id}>
              <UnstyledButton
                className={classes.row}
                data-name={name.toLocaleLowerCase()}
                data-opening={opening === id || undefined}
                aria-busy={opening === id || undefined}
                onClick={() => void open(id, isUsual)}
              >
                <span className={classes.mark}>
                  <OrganizationMark name={name} logo={logo} />
                </span>
                <span className={classes.words}>
                  <span className={classes.name}>
                    <bdi>{name}</bdi>
                  </span>
                  <span className={classes.role}>{roleNames[role]}</span>
                </span>
                {unread > 0 && <span className={classes.unread}>{unread > 99 ? t`99+ new` : t`${unread} new`}</span>}
              </UnstyledButton>
            </li>
          ))}
        </ul>
        {matching.length === 0 && (
          <p role="status">
            <Trans>No organizations match.</Trans>
          </p>
        )}
        <Checkbox
          label={t`Open this one next time`}
          checked={isUsual}
          onChange={(event) => setUsual(event.currentTarget.checked)}
        />
      </div>
    </AuthCard>
  )
}

/** Chooses which of several organizations to open after login. */
export function SelectOrganization() {
  const { t } = useLingui()
  const { wordsFor } = useAuthRefusals()
  const [token] = useState(() => readSlice('auth').token)
  const opening = useOpening(async (): Promise<Opened<Reply<'me'>>> => {
    const { reply, refusal } = await sendRequest('me', {}, token)
    if (refusal?.status === 403) leaveDeadSession(token)
    if (!reply) return { problem: wordsFor(refusal).message ?? '' }
    if (reply.organizations.length < 2) openApplication('replace')
    return { value: reply }
  })
  useEffect(() => {
    if (token === null) go('/auth/login', 'replace')
  }, [token])

  if (token === null) return null
  if (opening.state !== 'done') return <WaitingCard title={t`Choose an organization`} opening={opening} />
  const { organizations, organization, user } = opening.value
  return <OrganizationList organizations={organizations} email={user.email} here={organization.id} token={token} />
}
