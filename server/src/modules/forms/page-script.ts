// The script of the pages of a form, which work without it. It adds a place to draw a signature, keeps answers on the phone
// until the server has stored them, and starts a shared tablet over. Written for the browsers of old phones.
import { IDLE_SCRIPT } from '../../kernel/pages/idle.ts'

/**
 * Runs in the page; the content security policy names its hash. At most 12 KB.
 *
 * Only the last page is kept when it can't be sent: the answers of a form are complete there. A copy is removed when the
 * server says that it stored the answers. A copy of an earlier visit is sent in the background, by its own person only,
 * and what the server answers to it is never shown: near a limit it waits longer, because it does no work. The page that
 * asks for work takes the place of the form in the same window and hands its form to `crewlineWork`.
 */
export const PAGE_SCRIPT = `(function(){
var d=document,w=window,f=d.querySelector('form[data-saved]'),busy=false,pads=[],mine,dirty=false,tried={};
var DAYS=30*864e5,RETRY=15e3,LATER=3e5,STORED='crewline-answers';
function say(t){var s=d.getElementById('state');if(s)s.textContent=t||''}
function show(h){d.open();d.write(h);d.close();scrollTo(0,0)}
function store(mode,work,failed){
var r;try{r=indexedDB.open('crewline-forms',1)}catch(e){return failed()}
r.onupgradeneeded=function(){r.result.createObjectStore('kept',{keyPath:'n'})};
r.onerror=failed;
r.onsuccess=function(){var t;
try{t=r.result.transaction('kept',mode)}catch(e){return failed()}
t.onabort=failed;work(t.objectStore('kept'),t)}}
function bodyOf(parts,files){
var b=files?new FormData():new URLSearchParams();
parts.forEach(function(p){if(typeof p[1]==='string')b.append(p[0],p[1]);else if(files)b.append(p[0],p[1],p[2])});
return b}
function post(k){return fetch(k.url,{method:'POST',body:bodyOf(k.parts,k.files),credentials:'same-origin'})}
function part(k,n){return k.parts.filter(function(p){return p[0]===n}).map(function(p){return p[1]})[0]||''}
function isBusy(r){return r.status===429||r.status>=500}
function isStored(r){return r.headers.get(STORED)==='stored'}
function isLater(r){return r.headers.get(STORED)==='later'}
function isOwn(k){return k.url.split('?')[0]===f.action.split('?')[0]&&part(k,'p').slice(0,21)===(f.elements.p?f.elements.p.value:'').slice(0,21)}
function keep(k,r){
busy=false;
if(f.dataset.keep==='no')return say(r?f.dataset.retry:f.dataset.unsaved);
if(!f.dataset.last||part(k,'go')==='back'){
if(r)return say(f.dataset.retry);
mine=k;dirty=false;k.why=f.dataset.paused;say(k.why);return again()}
k.why=r?f.dataset.later:f.dataset.saved;
store('readwrite',function(s,t){s.put(k);t.oncomplete=function(){mine=k;dirty=false;say(k.why);again()}},
function(){say(r?f.dataset.retry:f.dataset.unsaved)})}
function drop(k,r,next){
if(!isStored(r))return next();
store('readwrite',function(s,t){s.delete(k.n);t.oncomplete=next},next)}
function again(ms){clearTimeout(w.crewlineRetry);w.crewlineRetry=setTimeout(flush,ms||RETRY)}
function answered(k,r,html){
if(r.status===413){say(f.dataset.large);busy=false;return}
if(r.status===404||r.status===410)return location.reload();
if(!r.ok){say(f.dataset.retry);busy=false;return}
drop(k,r,function(){show(html)})}
function deliver(k){post(k).then(function(r){return r.text().then(function(h){if(isBusy(r))keep(k,r);else answered(k,r,h)})}).catch(function(){keep(k)})}
function push(k){
w.crewlineSends=true;say(f.dataset.waiting);
post(k).then(function(r){return r.text().then(function(h){
w.crewlineSends=false;
if(isBusy(r))throw 0;
if(k!==mine&&isLater(r)){if(!busy)say(f.dataset.later);return again(LATER)}
tried[k.n]=1;
if(k===mine){mine=null;if(!busy&&!dirty&&d.contains(f))return answered(k,r,h)}
drop(k,r,function(){if(!busy)say(isStored(r)?f.dataset.delivered:'');flush()})})
}).catch(function(){w.crewlineSends=false;if(!busy)say(k===mine?k.why:'');again()})}
function flush(){
if(!f||busy||w.crewlineSends||!d.contains(f))return;
if(mine){if(!dirty)push(mine);return}
store('readwrite',function(s,t){var q=s.getAll(),k;
q.onsuccess=function(){q.result.forEach(function(x){
if(Date.now()-x.at>DAYS)s.delete(x.n);else if(x.n!==f.elements.n.value&&!tried[x.n]&&isOwn(x))k=k||x})};
t.oncomplete=function(){if(k&&!busy&&!w.crewlineSends)push(k)}},
function(){})}
function strokes(box){
var c=d.createElement('canvas'),b=d.createElement('button'),x,on=false,any=false,had=d.getElementById(box.dataset.draw+'-drawn');
var how=d.getElementById(box.dataset.draw+'-how');if(how)how.textContent=box.dataset.hint;
b.type='button';b.className='second';b.textContent=box.dataset.clear;
c.setAttribute('aria-hidden','true');
c.style.cssText='display:block;width:100%;height:10rem;touch-action:none;background:#fff;border:1px solid var(--line);border-radius:.5rem';
b.style.margin='.5rem 0';box.append(c,b);
function size(){c.width=c.clientWidth*2;c.height=c.clientHeight*2;x=c.getContext('2d');x.fillStyle='#fff';x.fillRect(0,0,c.width,c.height);x.lineWidth=5;x.lineCap=x.lineJoin='round';x.strokeStyle='#000';any=false}
function at(e){var r=c.getBoundingClientRect();return[(e.clientX-r.left)*2,(e.clientY-r.top)*2]}
c.addEventListener('pointerdown',function(e){on=any=dirty=true;c.setPointerCapture(e.pointerId);var p=at(e);x.beginPath();x.moveTo(p[0],p[1]);x.lineTo(p[0]+.1,p[1]);x.stroke()});
c.addEventListener('pointermove',function(e){if(!on)return;var p=at(e);x.lineTo(p[0],p[1]);x.stroke()});
['pointerup','pointercancel'].forEach(function(n){c.addEventListener(n,function(){on=false})});
b.addEventListener('click',function(){size();dirty=true;if(had)had.checked=false});size();
pads.push({name:'u.'+box.dataset.draw,isDrawn:function(){return any},blob:function(cb){c.toBlob(cb,'image/png')}})}
function drawn(parts,cb){
var rest=pads.filter(function(p){return p.isDrawn()}),left=rest.length;
if(!left)return cb(false);
rest.forEach(function(p){p.blob(function(b){if(b)parts.push([p.name,b,'signature.png']);if(!--left)cb(true)})})}
clearTimeout(w.crewlineRetry);
if(f&&w.fetch&&w.FormData&&w.URLSearchParams){
d.querySelectorAll('[data-draw]').forEach(strokes);
f.addEventListener('input',function(){dirty=true});
f.addEventListener('submit',function(e){
e.preventDefault();if(busy)return;busy=true;say(f.dataset.sending);
var parts=[],hasFiles=f.enctype==='multipart/form-data';
new FormData(f).forEach(function(v,n){
if(typeof v==='string')parts.push([n,v]);else if(v.size)parts.push([n,v,v.name])});
var go=e.submitter||d.activeElement;if(go&&go.name==='go')parts.push(['go',go.value]);
drawn(parts,function(any){
var k={n:f.elements.n.value,url:f.action,at:Date.now(),parts:parts,files:hasFiles||any};
deliver(k)})});
w.crewlineWork=function(g){
if(f===g&&busy)return;
if(f!==g){for(var x in f.dataset)g.dataset[x]=f.dataset[x];g.dataset.last='yes';f=g;mine=null}
var parts=[];busy=true;dirty=false;say(f.dataset.sending);
new FormData(f).forEach(function(v,n){parts.push([n,v])});
deliver({n:f.elements.n.value,url:f.action,at:Date.now(),parts:parts,files:false})};
addEventListener('online',flush);
flush()}
var first=d.querySelector('[autofocus]');
if(w.crewlinePage){if(!first){first=d.querySelector('h1');if(first)first.tabIndex=-1}if(first)first.focus()}
w.crewlinePage=1
})()
${IDLE_SCRIPT}`
