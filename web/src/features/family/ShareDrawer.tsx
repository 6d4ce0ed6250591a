import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Select } from '@mantine/core'
import { useState } from 'react'
import type { Reply } from '../../shared/api/from-contract.ts'
import { useUnsaved } from '../../shared/ui/form/useUnsaved.ts'
import { RecordDrawer } from '../../shared/ui/overlay/RecordDrawer.tsx'
import { useSession } from '../../shared/lib/session/select.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useCustomFields } from '../fields/index.ts'
import { useGroupValues } from '../groups/index.ts'
import { useShareDownMutation } from './api.ts'
import classes from './Family.module.css'

type Kind = Reply<'shareDown'>['share']['kind']
const KINDS: readonly string[] = ['field', 'group', 'hours', 'holidays'] satisfies Kind[]
const isKind = (kind: string | undefined): kind is Kind => kind !== undefined && KINDS.includes(kind)

export interface ShareDrawerProps {
  family: Reply<'readFamily'>
  isOpen: boolean
  onClose: () => void
}

/** Chooses what to share, and with which child organizations. */
export function ShareDrawer({ family, isOpen, onClose }: ShareDrawerProps) {
  const { t } = useLingui()
  return (
    <RecordDrawer isOpen={isOpen} onClose={onClose} title={t`Share with sub-organizations`}>
      <ShareForm family={family} onClose={onClose} />
    </RecordDrawer>
  )
}

function ShareForm({ family, onClose }: Omit<ShareDrawerProps, 'isOpen'>) {
  const { t } = useLingui()
  const describeError = useErrorText()
  const fields = useCustomFields()
  const { data: groups = [] } = useGroupValues()
  const [chosen, setChosen] = useState<string | null>(null)
  const [children, setChildren] = useState<string[]>([])
  const [problem, setProblem] = useState('')
  const unsaved = useUnsaved({ chosen, children: children.toSorted() })
  const [shareDown, { isLoading }] = useShareDownMutation()
  const organizationId = useSession(({ auth }) => auth.organization?.id) ?? ''
  const shared = new Set(family.shares.map(({ objectId }) => objectId))
  const data = [
    {
      group: t`Custom fields`,
      items: fields
        .filter(({ id, managedBy }) => managedBy === null && !shared.has(id))
        .map(({ id, name }) => ({ value: `field ${id}`, label: name })),
    },
    {
      group: t`Smart groups`,
      items: groups
        .filter(({ id, type }) => type === 'dynamic' && !shared.has(id))
        .map(({ id, name }) => ({ value: `group ${id}`, label: name })),
    },
    {
      group: t`Hours and holidays`,
      items: [
        { value: `hours ${organizationId}`, label: t`Business hours` },
        { value: `holidays ${organizationId}`, label: t`Holidays` },
      ].filter(({ value }) => !family.shares.some(({ kind }) => value.startsWith(`${kind} `))),
    },
  ].filter(({ items }) => items.length > 0)

  async function share(): Promise<void> {
    const [kind, objectId] = (chosen ?? '').split(' ')
    if (!objectId || !isKind(kind)) return setProblem(t`Choose what to share.`)
    const { data: answer, error } = await shareDown({
      kind,
      objectId,
      childIds: children,
    })
    if (error) return setProblem(describeError(error))
    const { name, problems } = answer.share
    const title = name || (kind === 'hours' ? t`Business hours` : t`Holidays`)
    if (problems.length > 0)
      toast.api({ title, message: t`Couldn't share with every sub-organization. See why in the list.` }, 'ERROR')
    else toast.api({ title, message: t`Shared.` }, 'OK')
    unsaved.done(onClose)
  }
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void share()
      }}
    >
      <Select
        label={t`What to share`}
        description={t`Share fields first, then the groups whose rules use them.`}
        placeholder={t`Choose what to share`}
        data={data}
        value={chosen}
        onChange={(value) => {
          setChosen(value)
          setProblem('')
        }}
        searchable
        nothingFoundMessage={t`No matches`}
        error={problem}
        data-autofocus
      />
      <Checkbox.Group
        label={t`To`}
        description={t`If you choose none, it's shared with all sub-organizations, including future ones.`}
        value={children}
        onChange={setChildren}
      >
        {family.children.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={<bdi>{name}</bdi>} mt="xs" />
        ))}
      </Checkbox.Group>
      <div className={classes.acts}>
        <Button variant="default" onClick={() => unsaved.leave(onClose)}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={isLoading}>
          <Trans>Share with sub-organizations</Trans>
        </Button>
      </div>
      {unsaved.question}
    </form>
  )
}
