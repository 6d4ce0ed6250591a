// A shared tablet starts over when its person has left, so that no one meets what another entered. The script counts from
// the last touch; a browser without a script opens the empty page again after a fixed time.
import type { FlowLanguage } from '@crewline/contract/flow-languages'
import { html, Html, type HtmlValue } from './html.ts'

/**
 * Runs in the page; the content security policy names its hash. Timers live in `window`, because a page that replaces
 * this one in the same window ends the listeners of this one, but not its timers. An empty page that no one touches is
 * only renewed once an hour. It can follow another script.
 */
export const IDLE_SCRIPT = `;(function(){
var d=document,w=window,z=d.querySelector('[data-kiosk]');
function stop(){(w.crewlineIdle||[]).forEach(function(t){clearTimeout(t)});w.crewlineIdle=[]}
stop();
if(!z)return;
var f=d.querySelector('form'),home=z.dataset.home,idle=+z.dataset.kiosk*1e3,note=d.getElementById('idle');
function over(){location.replace(home)}
function rest(){stop();if(note)note.textContent='';
w.crewlineIdle=[setTimeout(function(){if(note)note.textContent=z.dataset.idle},Math.max(idle-1e4,idle/2)),setTimeout(over,idle)]}
['pointerdown','keydown','input','scroll'].forEach(function(n){addEventListener(n,rest,{passive:true})});
addEventListener('pageshow',function(e){if(e.persisted)over()});
addEventListener('pagehide',function(){if(f)f.reset()});
if(f&&!z.dataset.kept)f.reset();
if(z.dataset.kept||location.pathname+location.search!==home)rest();else w.crewlineIdle=[setTimeout(over,36e5)]
})()`

const WORDS: Readonly<Record<FlowLanguage, string>> = {
  en: 'Starting over soon. Touch the screen to continue.',
  es: 'Pronto se empezará de nuevo. Toca la pantalla para continuar.',
  fr: 'Retour au début dans un instant. Touchez l’écran pour continuer.',
  pt: 'Vamos recomeçar em breve. Toque na tela para continuar.',
  vi: 'Sắp bắt đầu lại. Chạm vào màn hình để tiếp tục.',
  zh: '即将重新开始。触摸屏幕可继续。',
  ht: 'N ap rekòmanse talè. Manyen ekran an pou kontinye.',
  ar: 'سنبدأ من جديد قريبًا. المس الشاشة للمتابعة.',
}

/** When a page of a shared tablet starts over. */
export interface Idle {
  /** After so many seconds without a touch. */
  seconds: number
  /** The address of the empty page. */
  home: string
  /** Whether the page shows what a person entered or what came of it. */
  isKept: boolean
}

/** Renders what the script needs, and the line that announces the end. */
export function idleBlock(language: FlowLanguage, { seconds, home, isKept }: Idle): HtmlValue {
  return html`<p id="idle" class="soft" role="status"></p>
    <div
      data-kiosk="${seconds}"
      data-home="${home}"
      data-idle="${WORDS[language]}"
      ${isKept && html`data-kept="yes"`}
    ></div>`
}

/** Renders the part of the head that starts over in a browser without a script, after so many seconds. */
export function idleWithoutScript(seconds: number, home: string): Html {
  return html`${new Html('<noscript>')}<meta
      http-equiv="refresh"
      content="${seconds}; url=${home}"
    />${new Html('</noscript>')}`
}
