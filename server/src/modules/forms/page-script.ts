// The script of the pages of a form, which work without it. It adds a place to draw a signature, keeps answers on the phone
// while there is no connection, and starts a shared tablet over. Written for the browsers of old phones.

/** Runs in the page; the content security policy names its hash. At most 12 KB. */
export const PAGE_SCRIPT = `(function(){
var d=document,f=d.querySelector('form[data-saved]'),busy=false,pads=[];
var DAYS=30*864e5,RETRY=15e3;
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
function keep(k){
if(f.dataset.keep==='no'){busy=false;return say(f.dataset.unsaved)}
store('readwrite',function(s,t){s.put(k);t.oncomplete=function(){busy=false;say(f.dataset.saved);again()}},
function(){busy=false;say(f.dataset.unsaved)})}
function sent(k,r){
return r.text().then(function(h){store('readwrite',function(s,t){s.delete(k.n);t.oncomplete=function(){show(h)}},function(){show(h)})})}
var timer;
function again(){clearTimeout(timer);timer=setTimeout(flush,RETRY)}
function flush(){
if(!f||busy)return;
store('readonly',function(s){var q=s.getAll();q.onsuccess=function(){
var k=q.result.filter(function(x){return x.url.split('?')[0]===f.action.split('?')[0]})[0];
if(!k)return;
if(Date.now()-k.at>DAYS)return store('readwrite',function(o){o.delete(k.n)},function(){});
busy=true;say(f.dataset.waiting);
post(k).then(function(r){if(r.status===429||r.status>=500)throw 0;return sent(k,r)}).catch(function(){busy=false;say(f.dataset.saved);again()})}},
function(){})}
function strokes(box){
var c=d.createElement('canvas'),b=d.createElement('button'),x,on=false,any=false;
var how=d.getElementById(box.dataset.draw+'-how');if(how)how.textContent=box.dataset.hint;
b.type='button';b.className='second';b.textContent=box.dataset.clear;
c.setAttribute('aria-hidden','true');
c.style.cssText='display:block;width:100%;height:10rem;touch-action:none;background:#fff;border:1px solid var(--line);border-radius:.5rem';
b.style.margin='.5rem 0';box.append(c,b);
function size(){c.width=c.clientWidth*2;c.height=c.clientHeight*2;x=c.getContext('2d');x.fillStyle='#fff';x.fillRect(0,0,c.width,c.height);x.lineWidth=5;x.lineCap=x.lineJoin='round';x.strokeStyle='#000';any=false}
function at(e){var r=c.getBoundingClientRect();return[(e.clientX-r.left)*2,(e.clientY-r.top)*2]}
c.addEventListener('pointerdown',function(e){on=true;any=true;c.setPointerCapture(e.pointerId);var p=at(e);x.beginPath();x.moveTo(p[0],p[1]);x.lineTo(p[0]+.1,p[1]);x.stroke()});
c.addEventListener('pointermove',function(e){if(!on)return;var p=at(e);x.lineTo(p[0],p[1]);x.stroke()});
['pointerup','pointercancel'].forEach(function(n){c.addEventListener(n,function(){on=false})});
b.addEventListener('click',size);size();
pads.push({name:'u.'+box.dataset.draw,isDrawn:function(){return any},blob:function(cb){c.toBlob(cb,'image/png')}})}
function drawn(parts,cb){
var rest=pads.filter(function(p){return p.isDrawn()}),left=rest.length;
if(!left)return cb(false);
rest.forEach(function(p){p.blob(function(b){if(b)parts.push([p.name,b,'signature.png']);if(!--left)cb(true)})})}
if(f&&window.fetch&&window.FormData&&window.URLSearchParams){
d.querySelectorAll('[data-draw]').forEach(strokes);
f.addEventListener('submit',function(e){
e.preventDefault();if(busy)return;busy=true;say(f.dataset.sending);
var parts=[],hasFiles=f.enctype==='multipart/form-data';
new FormData(f).forEach(function(v,n){
if(typeof v==='string')parts.push([n,v]);else if(v.size)parts.push([n,v,v.name])});
var go=e.submitter||d.activeElement;if(go&&go.name==='go')parts.push(['go',go.value]);
drawn(parts,function(any){
var k={n:f.elements.n.value,url:f.action,at:Date.now(),parts:parts,files:hasFiles||any};
post(k).then(function(r){
if(r.status>=502&&r.status<=504)throw 0;
if(!r.ok){say('');busy=false;return f.submit()}
return sent(k,r)}).catch(function(){keep(k)})})});
addEventListener('online',flush);
flush()}
var first=d.querySelector('[autofocus]');
if(window.crewlinePage){if(!first){first=d.querySelector('h1');if(first)first.tabIndex=-1}if(first)first.focus()}
window.crewlinePage=1;
var z=d.querySelector('[data-kiosk]');
if(z){
var home=z.dataset.home,idle=+z.dataset.kiosk*1e3,warn,end,note=d.getElementById('idle');
var over=function(){location.replace(home)};
var rest=function(){clearTimeout(warn);clearTimeout(end);if(note)note.textContent='';
warn=setTimeout(function(){if(note)note.textContent=z.dataset.idle},Math.max(idle-1e4,idle/2));end=setTimeout(over,idle)};
['pointerdown','keydown','input','scroll'].forEach(function(n){addEventListener(n,rest,{passive:true})});
addEventListener('pageshow',function(e){if(e.persisted)over()});
addEventListener('pagehide',function(){if(f)f.reset()});
if(f&&!z.dataset.kept)f.reset();
rest()}
})()`
