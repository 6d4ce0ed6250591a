import type { Import } from '@crewline/contract/imports'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useDispatch } from 'react-redux'
import { Link, useParams, useSearchParams } from 'react-router'
import { isRefusal } from '../../shared/api/send.ts'
import { Screen } from '../../shared/ui/Screen.tsx'
import { SkeletonRows } from '../../shared/ui/SkeletonRows.tsx'
import { StatePanel } from '../../shared/ui/StatePanel.tsx'
import { useSettledLoading } from '../../shared/ui/useSettledLoading.ts'
import { peopleChanged, useOneImportQuery } from './api.ts'
import { DiscardImport } from './DiscardImport.tsx'
import classes from './Imports.module.css'
import { ResultStep } from './ResultStep.tsx'
import { StepList } from './StepList.tsx'
import { isUnrun, isWorking, openSteps, stepOf, type Step } from './steps.ts'
import { Working } from './Working.tsx'

const pollMs = 1000

// Each step comes when it is shown: the grid and the long selects are for those who are at them.
const MatchStep = lazy(async () => ({ default: (await import('./MatchStep.tsx')).MatchStep }))
const CheckStep = lazy(async () => ({ default: (await import('./CheckStep.tsx')).CheckStep }))
const FinishStep = lazy(async () => ({ default: (await import('./FinishStep.tsx')).FinishStep }))
const FailedStep = lazy(async () => ({ default: (await import('./FailedStep.tsx')).FailedStep }))

/** Asks again while something goes on in the background, and tells the lists once it is over. */
function useImport(id: string) {
  const dispatch = useDispatch()
  const { data, error, refetch } = useOneImportQuery(id)
  const isMoving = data !== undefined && isWorking(data.state)
  useOneImportQuery(id, { skip: !isMoving, pollingInterval: pollMs })
  const before = useRef(data?.state)
  useEffect(() => {
    const was = before.current
    before.current = data?.state
    if ((was === 'running' || was === 'undoing') && data && !isWorking(data.state)) dispatch(peopleChanged())
  }, [data, dispatch])
  return { one: data, error, refetch }
}

function Body({ one, step, onStep }: { one: Import; step: Step; onStep: (step: Step) => void }) {
  if (one.state === 'failed') return <FailedStep one={one} />
  if (isWorking(one.state)) return <Working key={one.state} one={one} />
  if (step === 'match') return <MatchStep one={one} onDone={() => onStep('check')} />
  if (step === 'check') return <CheckStep one={one} onBack={() => onStep('match')} onNext={() => onStep('finish')} />
  if (one.state === 'checked') return <FinishStep one={one} onBack={() => onStep('check')} />
  return <ResultStep one={one} />
}

function NotThere({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useLingui()
  // A link that was cut short names no import at all.
  const isGone = isRefusal(error) && ['not_found', 'invalid'].includes(error.code)
  if (!isGone) return <StatePanel kind="error" onRetry={onRetry} />
  return (
    <StatePanel
      kind="noMatch"
      title={t`This import is not here any more`}
      text={t`It was discarded, or its link has a typing error.`}
      action={
        <Button component={Link} to="/dashboard/contacts/import" variant="default">
          <Trans>Start a new import</Trans>
        </Button>
      }
    />
  )
}

/** One import from its columns to its end; the step follows the server, and one may leave and come back at any time. */
export default function ImportScreen() {
  const { t } = useLingui()
  const { id = '' } = useParams()
  const [params, setParams] = useSearchParams()
  const { one, error, refetch } = useImport(id)
  const showsSkeleton = useSettledLoading(one === undefined && error === undefined)
  const step = one ? stepOf(one.state, params.get('step')) : 'upload'
  const show = (next: Step) => setParams({ step: next })
  return (
    <Screen
      title={t`Import people`}
      actions={
        <>
          {one && (
            <span className={classes.file}>
              <bdi>{one.fileName}</bdi>
              {one.rows > 0 && (
                <>
                  {' · '}
                  <Plural value={one.rows} one="# row" other="# rows" />
                </>
              )}
            </span>
          )}
          {one && isUnrun(one.state) && <DiscardImport one={one} />}
          <Anchor component={Link} to="/dashboard/contacts/import">
            <Trans>All imports</Trans>
          </Anchor>
        </>
      }
    >
      {error !== undefined && one === undefined ? (
        <NotThere error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <StepList step={step} open={one ? openSteps(one.state) : []} hrefOf={(to) => `?step=${to}`} />
          <Suspense fallback={<SkeletonRows count={8} />}>
            {one && <Body one={one} step={step} onStep={show} />}
          </Suspense>
          {showsSkeleton && <SkeletonRows count={8} />}
        </>
      )}
    </Screen>
  )
}
