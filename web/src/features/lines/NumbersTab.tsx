import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Title } from '@mantine/core'
import { IconPhone, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmCount } from '../../shared/ui/overlay/ConfirmCount.tsx'
import { RecordDrawer } from '../../shared/ui/overlay/RecordDrawer.tsx'
import { SkeletonRows } from '../../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { AddNumberForm } from './AddNumberForm.tsx'
import { useEditLineMutation, useLinesQuery, useReleaseLineMutation, type Line } from './api.ts'
import { EditNumberForm } from './EditNumberForm.tsx'
import { GetNumberForm } from './GetNumberForm.tsx'
import { NumberCard } from './NumberCard.tsx'
import { NumberMenu } from './NumberMenu.tsx'
import classes from './Numbers.module.css'
import { useNumberText } from './useNumberText.ts'

type Open = { kind: 'get' | 'add' } | { kind: 'edit' | 'release'; line: Line }

/** The numbers tab: the numbers of the organization. */
export function NumbersTab() {
  const { t } = useLingui()
  const { data, isError, refetch } = useLinesQuery()
  const [open, setOpen] = useState<Open>()
  const change = useChange()
  const close = () => setOpen(undefined)
  if (isError && !data) return <StatePanel kind="error" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={4} height={88} />
  const { lines, carriers } = data
  const add = (
    <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={() => setOpen({ kind: 'get' })}>
      <Trans>Get a number</Trans>
    </Button>
  )
  return (
    <>
      {lines.length === 0 ? (
        <StatePanel
          kind="firstUse"
          icon={IconPhone}
          title={t`No numbers yet`}
          text={t`Get the phone number your team will text and answer calls from. It takes a minute.`}
          action={add}
        />
      ) : (
        <div className={classes.bar}>
          <Title order={2} size="h3">
            <Plural value={lines.length} one="# number" other="# numbers" />
          </Title>
          {add}
        </div>
      )}
      {lines.map((line) => (
        <NumberCard
          key={line.id}
          line={line}
          menu={
            <NumberMenu
              line={line}
              canRelease={lines.length > 1}
              onEdit={() => setOpen({ kind: 'edit', line })}
              onRelease={() => setOpen({ kind: 'release', line })}
              onChange={(changes) => void change(line, changes)}
            />
          }
        />
      ))}
      <RecordDrawer isOpen={open?.kind === 'get'} onClose={close} title={t`Get a number`}>
        <GetNumberForm data={data} onBring={() => setOpen({ kind: 'add' })} onClose={close} />
      </RecordDrawer>
      <RecordDrawer isOpen={open?.kind === 'add'} onClose={close} title={t`Bring your own number`}>
        <AddNumberForm carriers={carriers} onClose={close} />
      </RecordDrawer>
      <RecordDrawer isOpen={open?.kind === 'edit'} onClose={close} title={t`Edit number`}>
        {open?.kind === 'edit' && <EditNumberForm key={open.line.id} line={open.line} onClose={close} />}
      </RecordDrawer>
      <Release line={open?.kind === 'release' ? open.line : undefined} onClose={close} />
    </>
  )
}

/** Updates a number at once; a refusal is shown in a toast. */
function useChange() {
  const { t } = useLingui()
  const { refusal } = useNumberText()
  const [edit] = useEditLineMutation()
  return async ({ id }: Line, changes: { isDefault?: true; paused?: boolean }): Promise<void> => {
    const { error } = await edit({ id, ...changes })
    if (error) toast.failed(error, { title: t`Couldn't save`, message: refusal(error).message ?? '' })
  }
}

function Release({ line, onClose }: { line: Line | undefined; onClose: () => void }) {
  const { t } = useLingui()
  const { refusal } = useNumberText()
  const [release] = useReleaseLineMutation()
  const phone = line?.phoneDisplay ?? ''
  return (
    <ConfirmCount
      isOpen={line !== undefined}
      title={t`Release ${phone}?`}
      confirmLabel={t`Release number`}
      isDestructive
      onCancel={onClose}
      onConfirm={async () => {
        const { error } = await release(line?.id ?? '')
        if (error) toast.failed(error, { title: t`Couldn't release number`, message: refusal(error).message ?? '' })
        onClose()
      }}
    >
      <Trans>
        You won't be able to send from this number anymore. Its conversations will continue from your default number.
        The number stays yours with the carrier until you release it there.
      </Trans>
    </ConfirmCount>
  )
}
