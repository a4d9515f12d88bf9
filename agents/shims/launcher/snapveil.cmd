@echo off
rem Starts the snapveil of this plugin's folder with the first Node.js that is found.
setlocal
if "%~1"=="hook" set "NODE_OPTIONS="
if "%~1"=="hook" set "SNAPVEIL_PLUGIN=1"
set "node="
rem Only an absolute path is taken, because a relative one could lead into the project.
if defined SNAPVEIL_NODE if "%SNAPVEIL_NODE:~1,2%"==":\" if exist "%SNAPVEIL_NODE%" set "node=%SNAPVEIL_NODE%"
if not defined node for %%I in (node.exe) do set "node=%%~$PATH:I"
for %%I in (
  "%NVM_SYMLINK%\node.exe"
  "%ProgramFiles%\nodejs\node.exe"
  "%LOCALAPPDATA%\Programs\nodejs\node.exe"
  "%ProgramFiles%\Volta\node.exe"
  "%APPDATA%\fnm\aliases\default\node.exe"
  "%LOCALAPPDATA%\mise\shims\node.exe"
) do if not defined node if exist %%I set "node=%%~I"
if not defined node goto none
"%node%" "%~dp0snapveil.cjs" %*
set "status=%ERRORLEVEL%"
if not "%~1"=="hook" exit /b %status%
rem The program exits with 0, 1 or 2. Many agents take any other code for consent. The code of a crash is negative.
if %status% GTR 2 goto broken
if %status% LSS 0 goto broken
exit /b %status%

:broken
echo snapveil ended unexpectedly (%status%), so it lets nothing through. Run snapveil doctor. 1>&2
exit /b 2

:none
echo snapveil found no Node.js, so it cannot guard this session and lets nothing through. Get release 20.16 or newer from https://nodejs.org, or set SNAPVEIL_NODE to its whole path. 1>&2
if "%~1"=="hook" exit /b 2
exit /b 127
