import type { Celebration, CelebrationKind } from '@crewline/contract/celebrations'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Skeleton, Tabs } from '@mantine/core'
import { Navigate, useParams, useSearchParams } from 'react-router'
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { DeleteAction } from '../../shared/ui/overlay/DeleteAction.tsx'
import { useCelebrationQuery, useDeleteCelebrationMutation, useSaveCelebrationMutation } from './api.ts'
import { contentOf, newContent } from './celebration-rules.ts'
import { Coming } from './Coming.tsx'
import { Editor } from './Editor.tsx'
import { Sent } from './Sent.tsx'
import { LANGUAGES } from './useCelebrationNames.ts'
import { useCanEditCelebrations } from './useCanEditCelebrations.ts'

type Tab = 'text' | 'coming' | 'sent'
const TABS: readonly Tab[] = ['text', 'coming', 'sent']

function NewCelebration() {
  const { t, i18n } = useLingui()
  const canEdit = useCanEditCelebrations()
  const [params] = useSearchParams()
  const wanted = params.get('kind')
  const kind: CelebrationKind = wanted === 'anniversary' || wanted === 'date' ? wanted : 'birthday'
  const language = LANGUAGES.find((candidate) => candidate === i18n.locale) ?? 'en'
  const first = '{first_name}'
  const years = '{years}'
  const draft = {
    birthday: { name: t`Birthdays`, text: t`Happy birthday, ${first}! We hope you have a great day.` },
    anniversary: {
      name: t`Work anniversaries`,
      text: t`Happy work anniversary, ${first}! Years with us: ${years}. Thank you.`,
    },
    date: { name: '', text: '' },
  }[kind]
  if (!canEdit) return <Navigate to="/dashboard/apps/birthday" replace />
  return (
    <Screen title={t`New celebration`}>
      <Editor key={kind} saved={newContent(kind, { ...draft, language })} />
    </Screen>
  )
}

function OnButton({ celebration }: { celebration: Celebration }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [save, { isLoading }] = useSaveCelebrationMutation()
  const { id, isOn, version } = celebration
  async function turn(): Promise<void> {
    const { error } = await save({ id, body: { ...contentOf(celebration), isOn: !isOn, version } })
    if (error) toast.api({ title: t`Not saved`, message: messageFor(error) }, 'ERROR')
    else if (isOn)
      toast.api({ title: t`Turned off`, message: t`No one gets this text until you turn it on again.` }, 'OK')
    else toast.api({ title: t`Turned on`, message: t`People get the text from their next date on.` }, 'OK')
  }
  return (
    <Button
      variant={isOn ? 'default' : 'filled'}
      aria-busy={isLoading}
      // A disabled button would lose the focus.
      onClick={() => !isLoading && void turn()}
    >
      {isOn ? <Trans>Turn off</Trans> : <Trans>Turn on</Trans>}
    </Button>
  )
}

function ExistingCelebration({ id }: { id: string }) {
  const { t } = useLingui()
  const canEdit = useCanEditCelebrations()
  const [params, setParams] = useSearchParams()
  const { data: celebration, error, isFetching, isSuccess, refetch } = useCelebrationQuery(id)
  const [remove] = useDeleteCelebrationMutation()
  if (!celebration)
    return (
      <Screen title={t`Celebrations`}>
        {error || (isSuccess && !isFetching) ? (
          <LoadFailed
            error={error}
            onRetry={() => void refetch()}
            gone={t`This celebration doesn't exist, or it was deleted`}
            list={{ to: '/dashboard/apps/birthday', name: t`All celebrations` }}
          />
        ) : (
          <Skeleton height={320} />
        )}
      </Screen>
    )
  const current = TABS.find((tab) => tab === params.get('tab')) ?? 'text'
  return (
    <Screen
      title={celebration.name}
      isNamedByMembers
      actions={
        canEdit && (
          <>
            <DeleteAction
              title={t`Delete this celebration?`}
              confirmLabel={t`Delete celebration`}
              listPath="/dashboard/apps/birthday"
              onDelete={() => remove(id)}
            >
              <Trans>No one gets this text any more. What was sent stays in the conversations.</Trans>
            </DeleteAction>
            <OnButton celebration={celebration} />
          </>
        )
      }
    >
      <Tabs
        value={current}
        onChange={(tab) => setParams(tab === 'text' || tab === null ? {} : { tab }, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="text">
            <Trans>Text</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="coming">
            <Trans>Coming up</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="sent">
            <Trans>Sent</Trans>
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="text">
          <Editor key={id} saved={contentOf(celebration)} celebration={celebration} />
        </Tabs.Panel>
        <Tabs.Panel value="coming" pt="md">
          <Coming celebration={celebration} />
        </Tabs.Panel>
        <Tabs.Panel value="sent" pt="md">
          <Sent id={id} />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  )
}

/** One celebration: its texts, who comes next, and who was celebrated. */
export default function CelebrationScreen() {
  const { id = 'new' } = useParams()
  return id === 'new' ? <NewCelebration /> : <ExistingCelebration key={id} id={id} />
}
