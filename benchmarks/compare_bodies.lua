-- For wrk: asks for the addresses of a list in random order and compares every body with its file.
-- A line of the list is an address, a tab and the file's path. Every thread has one connection, so the answer that
-- arrives is that of the address asked for last.
local threads = {}

function setup(thread)
  thread:set("number", #threads + 1)
  table.insert(threads, thread)
end

function init(args)
  addresses, files, compared, wrong = {}, {}, 0, 0
  for line in io.lines(args[1]) do
    local address, file = line:match("^([^\t]*)\t(.*)$")
    table.insert(addresses, address)
    table.insert(files, file)
  end
  math.randomseed(number)
end

function request()
  current = math.random(#addresses)
  return wrk.format("GET", addresses[current])
end

function response(status, headers, body)
  local file = io.open(files[current], "rb")
  local content = file:read("*a")
  file:close()
  compared = compared + 1
  if status ~= 200 or body ~= content then
    wrong = wrong + 1
  end
end

function done(summary, latency, requests)
  local all, bad = 0, summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
  for _, thread in ipairs(threads) do
    all = all + thread:get("compared")
    bad = bad + thread:get("wrong")
  end
  io.write(string.format("compared %d wrong %d\n", all, bad))
end
