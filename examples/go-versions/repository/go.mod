module example.test/versions

go 1.19
